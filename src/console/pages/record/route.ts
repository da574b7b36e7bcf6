import type { FastifyInstance } from 'fastify';
import { registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { recordPage } from './view.ts';

const DEEDS_A_PAGE = 50;

/** `/app/e/:slug/usuarios/registro`: what the company's users have done, the newest first. */
export function registerRecord(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    permission: 'manage_users',
    path: '/usuarios/registro',
    async get(visit) {
      const [before, userId] = [visit.query.one('antes'), visit.query.one('usuario')];
      const deeds = await parts.users.deeds.latest(visit.companyId, {
        most: DEEDS_A_PAGE + 1,
        before: before === '' ? undefined : before,
        userId: userId === '' ? undefined : userId,
      });
      const shown = deeds.slice(0, DEEDS_A_PAGE);
      const next = deeds.length > DEEDS_A_PAGE ? (shown.at(-1)?.deedId ?? null) : null;
      return recordPage(visit, { deeds: shown, next, userId });
    },
  });
}
