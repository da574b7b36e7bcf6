import type { FastifyInstance, FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { changePassword } from '../../../operations/users/passwords.ts';
import { endSession, sessionsOf, signOutEverywhere } from '../../../operations/users/sessions.ts';
import type { Markup } from '../../html.ts';
import { registerUserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { accountPage } from './view.ts';

const ADDRESS = '/app/cuenta';

/** `/app/cuenta`: the user's own sessions and password. */
export function registerAccount(app: FastifyInstance, parts: ConsoleParts): void {
  const show = async (visit: UserVisit, refusal: UserRefusal | null = null): Promise<Markup> => {
    const sessions = await sessionsOf(parts.users, visit.session);
    const done = visit.query.one('hecho');
    return accountPage(visit, { sessions, refusal, done, nowMs: parts.clock.now() });
  };
  const done = (reply: FastifyReply, what: string) => reply.redirect(`${ADDRESS}?hecho=${what}`, 303);
  registerUserPage(app, parts, {
    path: ADDRESS,
    get: (visit) => show(visit),
  });
  registerUserPage(app, parts, {
    path: `${ADDRESS}/clave`,
    get: (_visit, reply) => reply.redirect(ADDRESS, 303),
    async post(visit, reply) {
      const [[before = ''], [password = '']] = [
        visit.form.all('password_before'),
        visit.form.all('password'),
      ];
      const { session, origin } = visit;
      const changed = await changePassword(parts.users, session, { before, password, origin });
      if (changed.kind === 'changed') return done(reply, 'clave');
      reply.code(changed.status);
      return show(visit, changed);
    },
  });
  registerUserPage(app, parts, {
    path: `${ADDRESS}/sesiones`,
    get: (_visit, reply) => reply.redirect(ADDRESS, 303),
    async post({ session, origin, form }, reply) {
      const sessionId = form.one('session');
      if (sessionId === '') await signOutEverywhere(parts.users, session, origin);
      else await endSession(parts.users, session, sessionId);
      return done(reply, sessionId === '' ? 'sesiones' : 'sesion');
    },
  });
}
