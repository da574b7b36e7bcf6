import type { FastifyInstance } from 'fastify';
import { signOut } from '../../../operations/users/sessions.ts';
import { NO_FIELDS } from '../../form.ts';
import { registerOpenPage, registerUserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { keepSession, nextAddress, signInWith } from '../../sign-in.ts';
import { endedCookie, SESSION_COOKIE } from '../../tokens.ts';
import { signInPage } from './view.ts';

const ADDRESS = '/app/entrar';

/** `/app/entrar`, where one signs in, and `/app/salir`, where the session ends. */
export function registerSignIn(app: FastifyInstance, parts: ConsoleParts): void {
  registerOpenPage(app, parts, {
    path: ADDRESS,
    get({ csrf, query }) {
      const next = nextAddress(query.one('a'));
      return signInPage({ csrf, action: ADDRESS, next, carried: NO_FIELDS, email: '', problem: null });
    },
    async post(visit, reply) {
      const { csrf, own } = visit;
      const next = nextAddress(own.one('_a'));
      const signed = await signInWith(parts, visit);
      if (signed.kind === 'signed_in') {
        keepSession(reply, signed);
        return reply.redirect(next, 303);
      }
      const email = own.one('_email');
      const problem = signed.detail;
      reply.code(signed.status);
      return signInPage({ csrf, action: ADDRESS, next, carried: NO_FIELDS, email, problem });
    },
  });
  registerUserPage(app, parts, {
    path: '/app/salir',
    get: (_visit, reply) => reply.redirect('/app', 303),
    async post({ session, origin }, reply) {
      await signOut(parts.users, session, origin);
      return reply.header('set-cookie', endedCookie(SESSION_COOKIE)).redirect(ADDRESS, 303);
    },
  });
}
