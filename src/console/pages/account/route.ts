import type { FastifyInstance, FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { beginPasskey, finishPasskey, removePasskey } from '../../../operations/users/passkeys.ts';
import { changePassword, hasPassword } from '../../../operations/users/passwords.ts';
import { unlinkProviderAccount } from '../../../operations/users/provider-sign-in.ts';
import { signOutEverywhere } from '../../../operations/users/sessions.ts';
import type { Markup } from '../../html.ts';
import { registerUserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { passkeyResponse } from '../../passkey-form.ts';
import { providerLink } from '../../provider-link.ts';
import type { UserVisit } from '../../visit.ts';
import { accountPage } from './view.ts';

const ADDRESS = '/app/cuenta';

/** `/app/cuenta`: the user's own sessions and password. */
export function registerAccount(app: FastifyInstance, parts: ConsoleParts): void {
  registerUserPage(app, parts, {
    path: ADDRESS,
    get: (visit) => show(parts, visit),
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
      const nowMs = parts.clock.now();
      const changed = await changePassword(parts.users, session, { before, password, origin, nowMs });
      if (changed.kind === 'changed') return done(reply, 'clave');
      reply.code(changed.status);
      return show(parts, visit, { refusal: changed });
    },
  });
  registerUserPage(app, parts, {
    path: `${ADDRESS}/sesiones`,
    get: (_visit, reply) => reply.redirect(ADDRESS, 303),
    async post({ session, origin, form }, reply) {
      const sessionId = form.one('session');
      if (sessionId === '') await signOutEverywhere(parts.users, session, origin);
      else await parts.users.sessions.end(session.userId, sessionId);
      return done(reply, sessionId === '' ? 'sesiones' : 'sesion');
    },
  });
  registerPasskeys(app, parts);
  registerUserPage(app, parts, {
    path: `${ADDRESS}/proveedor`,
    get: (_visit, reply) => reply.redirect(ADDRESS, 303),
    async post(visit, reply) {
      const { session, origin, form } = visit;
      const request = { issuer: form.one('issuer'), origin };
      const unlinked = await unlinkProviderAccount(parts.users, session, request);
      if (unlinked.kind === 'unlinked') return done(reply, 'sin_proveedor');
      reply.code(unlinked.status);
      return show(parts, visit, { ofProviders: unlinked });
    },
  });
}

/** `/app/cuenta/llaves`: the devices that open the account. */
function registerPasskeys(app: FastifyInstance, parts: ConsoleParts): void {
  registerUserPage(app, parts, {
    path: `${ADDRESS}/llaves`,
    get: (_visit, reply) => reply.redirect(ADDRESS, 303),
    async post(visit, reply) {
      const { session, origin, form } = visit;
      const id = form.one('passkey');
      if (id !== '') {
        await removePasskey(parts.users, session, { id, origin });
        return done(reply, 'sin_llave');
      }
      const response = passkeyResponse(form.one('response'));
      const answered = { response, name: form.one('passkey_name'), origin, nowMs: parts.clock.now() };
      const added = await finishPasskey(parts.users, session, answered);
      if (added.kind === 'added') return done(reply, 'llave');
      reply.code(added.status);
      return show(parts, visit, { ofPasskeys: added });
    },
  });
}

async function show(
  { users, clock, consoleUrl }: ConsoleParts,
  visit: UserVisit,
  refused: {
    readonly refusal?: UserRefusal;
    readonly ofPasskeys?: UserRefusal;
    readonly ofProviders?: UserRefusal;
  } = {},
): Promise<Markup> {
  const nowMs = clock.now();
  const { userId } = visit.session;
  const [sessions, hasOne, known, asking, linked] = await Promise.all([
    users.sessions.sessionsOf(userId),
    hasPassword(users, visit.session),
    users.passkeys.passkeysOf(userId),
    beginPasskey(users, visit.session, nowMs),
    users.providerAccounts.accountsOf(userId),
  ]);
  const { refusal = null, ofPasskeys = null, ofProviders = null } = refused;
  const passkeys = { known, asking, refusal: ofPasskeys };
  const link = providerLink({ users, consoleUrl }, { a: ADDRESS });
  const providers = { known: linked, name: users.provider?.name ?? null, link, refusal: ofProviders };
  const done = visit.query.one('hecho');
  return accountPage(visit, { sessions, passkeys, providers, refusal, hasPassword: hasOne, done, nowMs });
}

function done(reply: FastifyReply, what: string): FastifyReply {
  return reply.redirect(`${ADDRESS}?hecho=${what}`, 303);
}
