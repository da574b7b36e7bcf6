import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import type { Company } from '../../../core/company/company.ts';
import { isDocumentId } from '../../../core/identifiers/document-id.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import { openCompany } from '../../../operations/companies/open-company.ts';
import { inviteUser, whyNotInvited } from '../../../operations/users/invitations.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { isLookUp } from '../../answers.ts';
import { alertOf, choiceField, firstButton, optionsFrom, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { Answer, UserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { toldWith } from '../company/company-form.ts';
import { DATA_LISTS, DATA_NAMES, dataFields } from '../company/data.ts';
import { linkToHandOver } from '../users/route.ts';
import {
  freshCompany,
  type NewCompany,
  newCompanyIn,
  OPENING_NAMES,
  readNewCompany,
} from './new-company-form.ts';

const PATH = '/app/operador/empresas/nueva';

/** `/app/operador/empresas/nueva`: a company from nothing, and its first owner. */
export const NEW_COMPANY: UserPage = {
  path: PATH,
  access: 'operate',
  get(parts, visit) {
    const today = fiscalTime(parts.clock.now()).fecEmi;
    return newCompanyPage(parts, visit, freshCompany(parts.desk.identities.documentId(), today));
  },
  refill: (parts, visit) => newCompanyPage(parts, visit, newCompanyIn(visit.form)),
  async post(parts, visit) {
    const typed = newCompanyIn(visit.form);
    if (isLookUp(visit.form)) return newCompanyPage(parts, visit, typed);
    const reading = readNewCompany(typed);
    const problems = [...(reading.kind === 'problems' ? reading.problems : []), ...ownerProblems(typed)];
    if (reading.kind === 'problems' || problems.length > 0) return refused(parts, visit, typed, problems);
    return open(parts, visit, typed, reading.company);
  },
};

/** What is wrong with whom the form invites; nothing where it invites nobody. */
function ownerProblems(typed: NewCompany): readonly Problem[] {
  const { owner_name: name, owner_email: email } = typed;
  if (!isDocumentId(typed.company_id))
    return [{ path: '', message: 'Vuelva a abrir la página e inténtelo otra vez.' }];
  if (name === '' && email === '') return [];
  return whyNotInvited({ name, email }).map(({ path, message }) => ({ path: `owner_${path}`, message }));
}

function refused(
  parts: ConsoleParts,
  visit: UserVisit,
  typed: NewCompany,
  problems: readonly Problem[],
): Answer {
  return { status: 422, page: newCompanyPage(parts, visit, typed, problems) };
}

/** Opens the company, invites its owner and goes on to its steps; a second click finds it open and invites nobody. */
async function open(
  parts: ConsoleParts,
  visit: UserVisit,
  typed: NewCompany,
  company: Company,
): Promise<Answer> {
  const by = doerOf(visit.session, visit.origin);
  const { company_id: companyId, owner_name: name, owner_email: email } = typed;
  const { opener, productionObstacle } = parts.operating;
  const context = { opener, productionObstacle, deeds: parts.users.deeds };
  const outcome = await openCompany(context, { by, companyId }, company);
  if (outcome.kind === 'problems') return refused(parts, visit, typed, outcome.problems);
  const steps = (done: string) => `/app/e/${company.slug}/empresa?hecho=${done}` as const;
  if (!outcome.isNew || email === '') return steps('abierta');
  const invited = await inviteUser(parts.users, {
    by,
    isOperator: true,
    companyId,
    email,
    name,
    role: 'owner',
  });
  if (invited.kind === 'refused') return steps('sin_propietario');
  if (invited.link === null) return steps('abierta_invitado');
  const label = 'Ya lo copié: preparar la empresa';
  const body = linkToHandOver({ name, invited, next: steps('abierta'), label });
  return operatorLayout(visit, { title: `${company.name} está abierta`, active: 'companies', body });
}

/** How a company passes from v1 to v2. */
const GENERATIONS = optionsFrom({
  deadline: 'v2 desde el 01/12/2026',
  v2: 'v2 desde la primera venta',
  v1: 'v1',
});

const SERIES = optionsFrom({
  centralized: 'Una de la empresa',
  establishment: 'Una por establecimiento',
  point_of_sale: 'Una por punto de venta (con autorización de Hacienda)',
});

const TEST = ['00', 'Pruebas, sin validez'] as const;
const PRODUCTION = ['01', 'Producción'] as const;

/** The form by which an operator opens a company. */
function newCompanyPage(
  { operating: { productionObstacle } }: ConsoleParts,
  visit: UserVisit,
  typed: NewCompany,
  problems: readonly Problem[] = [],
): Markup {
  const own = (name: (typeof OPENING_NAMES)[number], label: string) => {
    return { name, label, value: typed[name], problem: problemOf(problems, name) };
  };
  const [name, ...rest] = dataFields(typed, (field) => problemOf(problems, field));
  const shown: readonly string[] = [...DATA_NAMES, ...OPENING_NAMES];
  const said = problems.filter(({ path }) => !shown.includes(path)).map(toldWith);
  const alert = said.join(' ') || 'Revise los campos marcados.';
  const environments = productionObstacle === null ? [TEST, PRODUCTION] : [TEST];
  const body = html`<p><a href="/app/operador">Empresas</a></p>
${alertOf(problems.length === 0 ? null : `No se abrió nada. ${alert}`)}
<form method="post" action="${PATH}" class="opening">${csrfField(visit.csrf)}${firstButton('Abrir la empresa')}
<input type="hidden" name="company_id" value="${typed.company_id}">
<fieldset class="card"><legend>La empresa</legend><div class="fields">
${name}${textField({ ...own('nit', 'NIT'), hint: 'El de la empresa, o el DUI de una persona natural.', inputmode: 'numeric' })}${rest}
${textField({ ...own('slug', 'Nombre corto'), isOptional: true, hint: 'Va en las direcciones de la consola. Vacío, se forma del nombre.' })}
</div></fieldset>
<fieldset class="card"><legend>De dónde emite</legend><div class="fields">
${textField({ ...own('code', 'Establecimiento'), hint: 'El código que asignó Hacienda; M001 es la casa matriz. Los demás se agregan después.' })}
${textField({ ...own('points_of_sale', 'Puntos de venta'), hint: 'Separados por comas: P001, P002.' })}
</div></fieldset>
<fieldset class="card"><legend>Cómo emite</legend><div class="fields">
${choiceField({ ...own('environment', 'Ambiente'), options: environments, hint: productionObstacle ?? undefined })}
${choiceField({ ...own('schema_generation', 'Esquema de los documentos'), options: GENERATIONS, hint: 'Los eventos de contingencia e invalidación van en v2 en todo caso.' })}
${choiceField({ ...own('series_mode', 'Numeración'), options: SERIES })}
</div></fieldset>
<fieldset class="card"><legend>Su propietario</legend>
<p class="soft">Recibe una invitación, y termina de preparar la empresa. Puede invitarlo más tarde, en los usuarios de la empresa.</p>
<div class="fields">
${textField({ ...own('owner_name', 'Nombre del propietario'), isOptional: true, longest: 100 })}
${textField({ ...own('owner_email', 'Correo del propietario'), type: 'email', inputmode: 'email', isOptional: true })}
</div></fieldset>
<p class="actions"><button>Abrir la empresa</button><a href="/app/operador">Volver</a></p></form>
${DATA_LISTS}`;
  return operatorLayout(visit, { title: 'Abrir una empresa', active: 'companies', body });
}
