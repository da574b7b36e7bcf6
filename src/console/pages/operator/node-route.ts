import type { FastifyInstance } from 'fastify';
import { registerOperatorPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { nodePage } from './node-view.ts';

/** `/app/operador/instalacion`: what waits over all companies, and how the node that answers stands. */
export function registerOperatorNode(app: FastifyInstance, parts: ConsoleParts): void {
  registerOperatorPage(app, parts, {
    path: '/app/operador/instalacion',
    async get(visit) {
      const { backlog, log, breaker, version } = parts.operating;
      const [waiting, standing] = await Promise.all([backlog.read(), log.standing()]);
      const silent = new Set(breaker.offline().map(({ companyId }) => companyId));
      const companies = silent.size === 0 ? [] : await parts.users.users.companies();
      return nodePage(visit, {
        waiting,
        standing,
        version,
        silent: companies.filter(({ companyId }) => silent.has(companyId)),
      });
    },
  });
}
