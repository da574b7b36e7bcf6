import type { FastifyInstance, FastifyReply } from 'fastify';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import type { Company } from '../../../core/company/company.ts';
import { isDocumentId } from '../../../core/identifiers/document-id.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import { openCompany } from '../../../operations/companies/open-company.ts';
import { inviteUser, whyNotInvited } from '../../../operations/users/invitations.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { isLookUp } from '../../answers.ts';
import type { Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import { type Answer, registerOperatorPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { linkToHandOver } from '../users/view.ts';
import { freshCompany, type NewCompany, newCompanyIn, readNewCompany } from './new-company-form.ts';
import { newCompanyPage } from './new-company-view.ts';

/** `/app/operador/empresas/nueva`: a company from nothing, and its first owner. */
export function registerNewCompany(app: FastifyInstance, parts: ConsoleParts): void {
  const { productionObstacle } = parts.operating;
  const show = (visit: UserVisit, typed: NewCompany, problems: readonly Problem[] = []): Markup =>
    newCompanyPage(visit, { typed, problems, productionObstacle });
  registerOperatorPage(app, parts, {
    path: '/app/operador/empresas/nueva',
    get(visit) {
      const today = fiscalTime(parts.clock.now()).fecEmi;
      return show(visit, freshCompany(parts.issuing.identities.documentId(), today));
    },
    refill: (visit) => show(visit, newCompanyIn(visit.form)),
    async post(visit, reply) {
      const typed = newCompanyIn(visit.form);
      if (isLookUp(visit.form)) return show(visit, typed);
      const reading = readNewCompany(typed);
      const problems = [...(reading.kind === 'problems' ? reading.problems : []), ...ownerProblems(typed)];
      if (reading.kind === 'company' && problems.length === 0) {
        const opened = await open(parts, visit, { reply, typed, company: reading.company });
        if (opened.kind === 'answered') return opened.answer;
        problems.push(...opened.problems);
      }
      reply.code(422);
      return show(visit, typed, problems);
    },
  });
}

/** What is wrong with whom the form invites; nothing where it invites nobody. */
function ownerProblems({ opening }: NewCompany): readonly Problem[] {
  const { owner_name: name, owner_email: email, company_id: companyId } = opening;
  if (!isDocumentId(companyId))
    return [{ path: '', message: 'Vuelva a abrir la página e inténtelo otra vez.' }];
  if (name === '' && email === '') return [];
  return whyNotInvited({ name, email }).map(({ path, message }) => ({ path: `owner_${path}`, message }));
}

type Opened =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Opens the company, invites its owner and goes on to its steps; a second click finds it open and invites nobody. */
async function open(
  parts: ConsoleParts,
  visit: UserVisit,
  {
    reply,
    typed: { opening },
    company,
  }: { readonly reply: FastifyReply; readonly typed: NewCompany; readonly company: Company },
): Promise<Opened> {
  const by = doerOf(visit.session, visit.origin);
  const { company_id: companyId, owner_name: name, owner_email: email } = opening;
  const { opener, productionObstacle } = parts.operating;
  const context = { opener, productionObstacle, deeds: parts.users.deeds };
  const outcome = await openCompany(context, { by, companyId }, company);
  if (outcome.kind === 'problems') return outcome;
  const steps = (done: string) => `/app/e/${company.slug}/empresa?hecho=${done}`;
  if (!outcome.isNew || email === '')
    return { kind: 'answered', answer: reply.redirect(steps('abierta'), 303) };
  const invited = await inviteUser(parts.users, { by, companyId, email, name, role: 'owner' });
  if (invited.kind === 'refused' || invited.link === null) {
    const done = invited.kind === 'refused' ? 'sin_propietario' : 'abierta_invitado';
    return { kind: 'answered', answer: reply.redirect(steps(done), 303) };
  }
  const body = linkToHandOver({
    name,
    invited,
    next: steps('abierta'),
    label: 'Ya lo copié: preparar la empresa',
  });
  return {
    kind: 'answered',
    answer: operatorLayout(visit, { title: `${company.name} está abierta`, active: 'companies', body }),
  };
}
