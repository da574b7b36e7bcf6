import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import { type OwnMailContext, setOwnMail } from '../../../operations/companies/set-own-mail.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { readCompanyFile } from '../../../schema/read-company-file.ts';
import { alertOf, choiceField, doneOf, optionsFrom, problemOf, textField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { belowCompany, changeCompany, OVERTAKEN } from './company-form.ts';

const PATH = '/empresa/correo';
const access = 'manage_company';

const DONE: Readonly<Record<string, string>> = {
  servidor: 'El servidor aceptó el correo de prueba, y se guardó. Revise su bandeja de entrada.',
  quitado: 'La empresa ya no tiene servidor de correo propio.',
  avisos: 'Los cambios se guardaron.',
};

/** `/app/e/:slug/empresa/correo`: over which server documents go out, and who is told. */
export const MAIL: readonly CompanyPage[] = [
  {
    path: PATH,
    access,
    get: (parts, visit) => mailPage(parts, visit),
    refill: (parts, visit) => mailPage(parts, visit),
    post: (parts, visit) => setServer(parts, visit, serverIn(visit.form)),
  },
  {
    path: `${PATH}/quitar`,
    access,
    get: (_parts, visit) => addressIn(visit, PATH),
    post: (parts, visit) => setServer(parts, visit, null),
  },
  {
    path: `${PATH}/avisos`,
    access,
    get: (_parts, visit) => addressIn(visit, PATH),
    refill: (parts, visit) => mailPage(parts, visit),
    async post(parts, visit) {
      const { form } = visit;
      const addresses = {
        fallback_email: form.one('fallback_email') || null,
        rejections_email: form.one('rejections_email') || null,
      };
      const what = 'avisos por correo';
      const problems = await changeCompany(parts, visit, what, (company) => withDelivery(company, addresses));
      if (problems.length > 0) return notKept(parts, visit, { problems });
      return addressIn(visit, `${PATH}?hecho=avisos`);
    },
  },
];

function withDelivery(company: Company, changes: Readonly<Record<string, unknown>>): unknown {
  const file = companyFileOf(company);
  return { ...file, delivery: { ...file.delivery, ...changes } };
}

function serverIn(form: Fields): unknown {
  const port = form.one('port');
  return {
    host: form.one('host'),
    // What is no number is left for the schema to refuse.
    port: port === '' ? null : /^\d{1,6}$/.test(port) ? Number(port) : port,
    secure: form.one('secure') === 'yes',
    user: form.one('user') || null,
    from: form.one('from'),
  };
}

/** Tries and keeps the server, or gives up that of before. Nobody holds a place while the server is waited for. */
async function setServer(parts: ConsoleParts, visit: CompanyVisit, smtp: unknown): Promise<Answer> {
  const { own, users } = parts;
  const { companyId, session, origin, form, place } = visit;
  const before = await own.company.file(companyId);
  const reading = readCompanyFile(withDelivery(before.company, { smtp }));
  if (reading.kind === 'problems') return notKept(parts, visit, { problems: reading.problems });
  const context: OwnMailContext = {
    ownCompany: own.company,
    deeds: users.deeds,
    vault: own.vault,
    smtpPasswordOf: own.smtpPasswordOf,
    tries: own.mailTries,
    trier: { try: (trial) => place.outside(() => own.accountTrier.try(trial)) },
  };
  const [password = ''] = form.all('password');
  const by = doerOf(session, origin);
  const trial = { before, after: reading.company, password, to: session.email, toName: session.name };
  const outcome = await setOwnMail(context, { by, companyId }, trial);
  if (outcome.kind === 'changed')
    return addressIn(visit, `${PATH}?hecho=${smtp === null ? 'quitado' : 'servidor'}`);
  return notKept(parts, visit, { refusal: outcome.kind === 'overtaken' ? OVERTAKEN : outcome.reason });
}

/** Why nothing was kept: what is wrong with fields, or a sentence. */
interface Told {
  readonly problems?: readonly Problem[];
  readonly refusal?: string;
}

async function notKept(parts: ConsoleParts, visit: CompanyVisit, told: Told): Promise<Answer> {
  return { status: 422, page: await mailPage(parts, visit, told) };
}

const FIELDS = ['host', 'port', 'secure', 'user', 'from', 'fallback_email', 'rejections_email'];

/** The fields of the page, by the ends of their names in the company file; what was typed in one of the two forms instead. */
function valuesOf({ delivery: { smtp, fallbackEmail, rejectionsEmail } }: Company, form: Fields): FormFields {
  const typed = FIELDS.filter((name) => form.has(name));
  return {
    host: smtp?.host ?? '',
    port: smtp === null ? '' : String(smtp.port),
    secure: smtp === null || smtp.secure ? 'yes' : 'no',
    user: smtp?.user ?? '',
    from: smtp?.from ?? '',
    fallback_email: fallbackEmail ?? '',
    rejections_email: rejectionsEmail ?? '',
    ...Object.fromEntries(typed.map((name) => [name, form.one(name)])),
  };
}

/** What is wrong with these is shown beside their fields. */
const SHOWN = /^delivery\.(?:smtp\.(?:host|port|user|from)|fallback_email|rejections_email)$/;

async function mailPage(
  { own, users }: ConsoleParts,
  visit: CompanyVisit,
  { problems = [], refusal }: Told = {},
): Promise<Markup> {
  const { companyId, company, form, query } = visit;
  const [{ company: full }, { hasSmtpPassword }] = await Promise.all([
    own.company.file(companyId),
    own.company.secrets.setup(companyId, company.ambiente),
  ]);
  const others = problems.filter(({ path }) => !SHOWN.test(path));
  const told = others.map(({ message }) => message).join(' ') || 'Revise los campos marcados.';
  const alert = refusal ?? (problems.length === 0 ? null : told);
  const filled = { values: valuesOf(full, form), problems };
  const state = {
    hasServer: full.delivery.smtp !== null,
    hasPassword: hasSmtpPassword,
    installationMails: users.mailAccounts.ofInstallation !== null,
  };
  const body = html`${doneOf(ownOf(DONE, query.one('hecho')))}
${alertOf(alert === null ? null : `No se guardó nada. ${alert}`)}
<p class="soft">Cada documento sellado va, en PDF y JSON, al correo de su receptor y a los que diga la venta.</p>
<div class="grid">${serverCard(visit, filled, state)}${addressesCard(visit, filled)}</div>`;
  return belowCompany(visit, { title: 'Correo', body });
}

const ENCRYPTION = optionsFrom({ yes: 'TLS (puerto 465)', no: 'STARTTLS (puertos 587, 2525 o 25)' });

interface Filled {
  readonly values: FormFields;
  readonly problems: readonly Problem[];
}

function serverCard(
  visit: CompanyVisit,
  { values, problems }: Filled,
  state: { readonly hasServer: boolean; readonly hasPassword: boolean; readonly installationMails: boolean },
): Markup {
  const own = (name: string, label: string) => {
    const problem = problemOf(problems, `delivery.smtp.${name}`);
    return { name, label, value: values[name], problem };
  };
  const without = state.installationMails
    ? 'Sin uno propio, los correos salen por el de esta instalación.'
    : 'Sin uno propio no sale ningún correo: esta instalación no tiene servidor.';
  const kept = state.hasPassword
    ? 'Hay una guardada; queda si no cambia ni el servidor ni el usuario.'
    : 'Se guarda cifrada.';
  const { email } = visit.session;
  return html`<section class="card" aria-labelledby="servidor"><h2 id="servidor">Servidor de correo</h2>
<p class="soft">${without} Al guardar, Sello envía un correo de prueba a <bdi>${email}</bdi>, y guarda el servidor solo si lo acepta.</p>
<form method="post" action="${addressIn(visit, PATH)}">${csrfField(visit.csrf)}
${textField({ ...own('host', 'Servidor'), hint: 'El que da su proveedor para enviar: smtp.ejemplo.com.' })}
${choiceField({ ...own('secure', 'Cifrado'), options: ENCRYPTION })}
${textField({ ...own('port', 'Puerto'), inputmode: 'numeric', isOptional: true, hint: '25, 465, 587 o 2525. Vacío, el del cifrado.' })}
${textField({ ...own('user', 'Usuario'), isOptional: true, hint: 'Casi siempre, la dirección de correo.' })}
${textField({ name: 'password', label: 'Contraseña', type: 'password', isOptional: true, hint: kept, autocomplete: 'new-password' })}
${textField({ ...own('from', 'Dirección que envía'), type: 'email', inputmode: 'email' })}
<p class="actions"><button>Probar y guardar</button></p></form>
${state.hasServer && html`<form method="post" action="${addressIn(visit, `${PATH}/quitar`)}">${csrfField(visit.csrf)}<p class="actions"><button class="secondary">Quitar el servidor propio</button></p></form>`}</section>`;
}

function addressesCard(visit: CompanyVisit, { values, problems }: Filled): Markup {
  const field = (name: string, label: string, hint: string) => {
    const problem = problemOf(problems, `delivery.${name}`);
    const kind = { type: 'email', inputmode: 'email', isOptional: true } as const;
    return textField({ ...kind, name, label, value: values[name], hint, problem });
  };
  return html`<section class="card" aria-labelledby="avisos"><h2 id="avisos">A quién se avisa</h2>
<form method="post" action="${addressIn(visit, `${PATH}/avisos`)}">${csrfField(visit.csrf)}
${field('rejections_email', 'Correo para rechazos', 'Recibe cada documento que Hacienda rechaza, con el motivo y qué hacer. Vacío: nadie.')}
${field('fallback_email', 'Correo de receptores sin correo', 'Va en el documento donde Hacienda exige un correo y el receptor no dio ninguno. Vacío: el de la empresa.')}
<p class="actions"><button>Guardar</button></p></form></section>`;
}
