import type { FastifyInstance, FastifyReply } from 'fastify';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import {
  createOwnKey,
  limitOwnKey,
  type OwnKeysContext,
  revokeOwnKey,
  type TypedLimits,
} from '../../../operations/companies/manage-own-keys.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { type Page, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { createdPage, keyPage, keysPage } from './view.ts';

const PATH = '/claves';

/** `/app/e/:slug/claves`: the keys by which programs issue for the company. */
export function registerKeys(app: FastifyInstance, parts: ConsoleParts): void {
  const register = (page: Page<CompanyVisit>) =>
    registerPage(app, parts, { ...page, permission: 'manage_keys' });
  const context: OwnKeysContext = {
    ownKeys: parts.own.keys,
    vault: parts.own.vault,
    deeds: parts.users.deeds,
  };
  const show = async (visit: CompanyVisit, refusal: UserRefusal | null = null) => {
    const keys = await context.ownKeys.list(visit.companyId);
    return keysPage(visit, { keys, refusal, done: visit.query.one('hecho'), nowMs: parts.clock.now() });
  };
  const showOne = async (visit: CompanyVisit, reply: FastifyReply, refusal: UserRefusal | null = null) => {
    const keys = await context.ownKeys.list(visit.companyId);
    const key = keys.find(({ keyId, live }) => live && keyId === visit.params['key']);
    if (key !== undefined) return keyPage(visit, { key, refusal, nowMs: parts.clock.now() });
    reply.code(404);
    return keysPage(visit, { keys, refusal, done: 'ninguna', nowMs: parts.clock.now() });
  };
  const after = (visit: CompanyVisit, reply: FastifyReply, done: string) =>
    reply.redirect(addressIn(visit, `${PATH}?hecho=${done}`), 303);

  register({
    path: PATH,
    get: (visit) => show(visit),
    refill: (visit) => show(visit),
    async post(visit, reply) {
      const typed = { ...limitsIn(visit), name: visit.form.one('name') };
      const created = await createOwnKey(context, { ...changeIn(visit), company: visit.company }, typed);
      if (created.kind === 'created') return createdPage(visit, { key: created.key, name: typed.name });
      reply.code(created.status);
      return show(visit, created);
    },
  });
  register({
    path: `${PATH}/:key`,
    get: (visit, reply) => showOne(visit, reply),
    refill: (visit, reply) => showOne(visit, reply),
    async post(visit, reply) {
      const outcome = await limitOwnKey(context, changeIn(visit), limitsIn(visit));
      if (outcome.kind === 'changed') return after(visit, reply, 'limites');
      reply.code(outcome.status);
      return showOne(visit, reply, outcome);
    },
  });
  register({
    path: `${PATH}/:key/revocar`,
    get: (visit, reply) => reply.redirect(addressIn(visit, `${PATH}/${visit.params['key']}`), 303),
    async post(visit, reply) {
      const outcome = await revokeOwnKey(context, changeIn(visit));
      if (outcome.kind === 'changed') return after(visit, reply, 'revocada');
      reply.code(outcome.status);
      return showOne(visit, reply, outcome);
    },
  });
}

function changeIn({ session, origin, companyId, role, params }: CompanyVisit) {
  const by = doerOf(session, origin);
  return { by, companyId, isOperator: role === 'operator', keyId: params['key'] ?? '' };
}

function limitsIn({ form }: CompanyVisit): TypedLimits {
  return { perMinute: form.one('per_minute'), perHour: form.one('per_hour') };
}
