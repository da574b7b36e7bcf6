import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseCompanySlug } from '../../../core/identifiers/company-slug.ts';
import { watchCompany } from '../../../operations/installation/watch-companies.ts';
import { beginRehearsal } from '../../../operations/rehearsals/run-rehearsal.ts';
import type { Membership } from '../../../operations/users/ports.ts';
import { companyOf } from '../../../operations/users/sessions.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import type { Markup } from '../../html.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { registerOperatorPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { operatorCompanyPage } from './company-view.ts';

const PATH = '/app/operador/empresas/:slug';

/** `/app/operador/empresas/:slug`: how one company stands, and its rehearsals of v2. */
export function registerOperatorCompany(app: FastifyInstance, parts: ConsoleParts): void {
  const { operating } = parts;
  const show = async (
    visit: UserVisit,
    named: Membership,
    refusal: string | null = null,
  ): Promise<Markup> => {
    const [watched, rehearsal] = await Promise.all([
      watchCompany(operating, named),
      operating.lastRehearsals.last(named.companyId, 'v2'),
    ]);
    const done = visit.query.one('hecho');
    return operatorCompanyPage(visit, { watched, rehearsal, refusal, done, nowMs: parts.clock.now() });
  };
  registerOperatorPage(app, parts, {
    path: PATH,
    async get(visit, reply) {
      const named = await namedIn(parts, visit);
      return named === null ? sendTrouble(reply, 'not_found') : show(visit, named);
    },
  });
  registerOperatorPage(app, parts, {
    path: `${PATH}/ensayo`,
    get: (visit, reply) => back(visit, reply),
    async post(visit, reply) {
      const named = await namedIn(parts, visit);
      if (named === null) return sendTrouble(reply, 'not_found');
      const { companyId, ambiente } = named;
      const outcome = await beginRehearsal(operating, companyId, { ambiente, generation: 'v2', since: null });
      if (outcome.kind !== 'begun') {
        reply.code(409);
        return show(visit, named, outcome.detail);
      }
      const by = doerOf(visit.session, visit.origin);
      await parts.users.deeds.record({ companyId, by, deed: 'rehearsal_asked', subject: 'v2' });
      return back(visit, reply, '?hecho=ensayo');
    },
  });
}

function back({ params }: UserVisit, reply: FastifyReply, query = ''): FastifyReply {
  return reply.redirect(`/app/operador/empresas/${encodeURIComponent(params['slug'] ?? '')}${query}`, 303);
}

async function namedIn(parts: ConsoleParts, { session, params }: UserVisit): Promise<Membership | null> {
  const slug = parseCompanySlug(params['slug'] ?? '');
  return slug === null ? null : companyOf(parts.users, session, slug);
}
