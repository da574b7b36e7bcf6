import type { FastifyInstance } from 'fastify';
import { foldText } from '../../../catalogs/fold.ts';
import { watchCompanies } from '../../../operations/installation/watch-companies.ts';
import { companiesOf } from '../../../operations/users/sessions.ts';
import { registerOperatorPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { operatorPage } from './view.ts';

/** Companies of one page: each costs a few reads. */
const IN_A_PAGE = 25;

/** `/app/operador`: all companies of the installation, with what of them needs somebody. */
export function registerOperator(app: FastifyInstance, parts: ConsoleParts): void {
  registerOperatorPage(app, parts, {
    path: '/app/operador',
    async get(visit) {
      const wanted = visit.query.one('q');
      const words = foldText(wanted);
      const all = await companiesOf(parts.users, visit.session);
      const found = all.filter(({ name, slug }) => foldText(`${name} ${slug}`).includes(words));
      const pages = Math.max(1, Math.ceil(found.length / IN_A_PAGE));
      const asked = Number(visit.query.one('p'));
      const page = Number.isInteger(asked) ? Math.min(Math.max(1, asked), pages) : 1;
      const shown = found.slice((page - 1) * IN_A_PAGE, page * IN_A_PAGE);
      const companies = await watchCompanies(parts.operating, shown);
      const nowMs = parts.clock.now();
      return operatorPage(visit, {
        companies,
        found: found.length,
        all: all.length,
        wanted,
        page,
        pages,
        nowMs,
      });
    },
  });
}
