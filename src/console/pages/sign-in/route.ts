import type { FastifyInstance } from 'fastify';
import { finishPasskeySignIn } from '../../../operations/users/passkeys.ts';
import { signOut } from '../../../operations/users/sessions.ts';
import { NO_FIELDS } from '../../form.ts';
import type { Markup } from '../../html.ts';
import { registerOpenPage, registerUserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { passkeyResponse } from '../../passkey-form.ts';
import { providerLink } from '../../provider-link.ts';
import { keepSession, nextAddress, signInWith } from '../../sign-in.ts';
import { endedCookie, SESSION_COOKIE } from '../../tokens.ts';
import type { Visit } from '../../visit.ts';
import { type SignIn, signInPage } from './view.ts';

const ADDRESS = '/app/entrar';

/** `/app/entrar`, where one signs in, and `/app/salir`, where the session ends. */
export function registerSignIn(app: FastifyInstance, parts: ConsoleParts): void {
  const show = async ({ csrf }: Visit, said: Pick<SignIn, 'next' | 'email' | 'problem'>): Promise<Markup> => {
    const passkey = await parts.users.passkeyRules.optionsToEnter();
    const provider = providerLink(parts, { a: said.next });
    return signInPage({ ...said, csrf, action: ADDRESS, carried: NO_FIELDS, passkey, provider });
  };
  registerOpenPage(app, parts, {
    path: ADDRESS,
    get: (visit) => show(visit, { next: nextAddress(visit.query.one('a')), email: '', problem: null }),
    async post(visit, reply) {
      const { own } = visit;
      const next = nextAddress(own.one('_a'));
      const signed = await signInWith(parts, visit);
      if (signed.kind === 'signed_in') {
        keepSession(reply, signed);
        return reply.redirect(next, 303);
      }
      reply.code(signed.status);
      return show(visit, { next, email: own.one('_email'), problem: signed.detail });
    },
  });
  registerOpenPage(app, parts, {
    path: `${ADDRESS}/llave`,
    get: (_visit, reply) => reply.redirect(ADDRESS, 303),
    async post(visit, reply) {
      const { own, form, origin } = visit;
      const next = nextAddress(own.one('_a'));
      const response = passkeyResponse(form.one('response'));
      const signed = await finishPasskeySignIn(parts.users, { response, origin });
      if (signed.kind === 'signed_in') {
        keepSession(reply, signed);
        return reply.redirect(next, 303);
      }
      reply.code(signed.status);
      return show(visit, { next, email: '', problem: signed.detail });
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
