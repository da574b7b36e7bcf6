import type { FastifyInstance } from 'fastify';
import { companiesOf } from '../../../operations/users/sessions.ts';
import { registerUserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { companiesPage } from './view.ts';

/** `/app`, which leads to the one company there is, and `/app/empresas`, where one chooses among several. */
export function registerCompanies(app: FastifyInstance, parts: ConsoleParts): void {
  registerUserPage(app, parts, {
    path: '/app',
    async get(visit, reply) {
      const companies = await companiesOf(parts.users, visit.session);
      const [only] = companies;
      if (only === undefined || companies.length > 1) return companiesPage(visit, companies);
      return reply.redirect(`/app/e/${only.slug}/hoy`, 303);
    },
  });
  registerUserPage(app, parts, {
    path: '/app/empresas',
    get: async (visit) => companiesPage(visit, await companiesOf(parts.users, visit.session)),
  });
}
