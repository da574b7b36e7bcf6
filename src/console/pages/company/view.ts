import type { Company } from '../../../core/company/company.ts';
import { nitText, nrcText } from '../../../core/identifiers/identity-numbers.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import type { CampaignStanding } from '../../../operations/certifying/campaign-runner.ts';
import type { CertificateSummary, SecretsRegistry } from '../../../operations/companies/ports.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import type { CompanyUser, PendingInvitation } from '../../../operations/users/ports.ts';
import { alertOf, doneOf } from '../../fields.ts';
import { html, Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, dayOf, momentOf } from '../../words.ts';
import { CERTIFICATION_PATH, certificationSaid } from './certification.ts';

interface CompanyState {
  readonly full: Company;
  readonly setup: Awaited<ReturnType<SecretsRegistry['setup']>>;
  readonly standing: CompanyStanding;
  readonly people: {
    readonly users: readonly CompanyUser[];
    readonly invitations: readonly PendingInvitation[];
  };
  /** What was issued as the test sale; null where nothing was. */
  readonly testSale: DocumentRecord | null;
  /** How far the certification is; null in production. */
  readonly certification: CampaignStanding | null;
  /** Why the test sale was not issued, as a sentence; null for no such reason. */
  readonly refusal: string | null;
  /** Whether the installation has a mail server for companies without one of their own. */
  readonly installationMails: boolean;
  readonly nowMs: number;
}

const DONE: Readonly<Record<string, string>> = {
  datos: 'Los cambios se guardaron y valen desde la próxima venta.',
  certificado: 'El certificado se guardó y firma desde ahora.',
  certificado_prueba: 'La empresa tiene un certificado y credenciales ficticias, que solo valen aquí.',
  hacienda: 'Hacienda dejó entrar con estas credenciales; se guardaron.',
  sin_probar: 'Las credenciales se guardaron, pero Hacienda no respondió: no se sabe si son correctas.',
  abierta: 'La empresa está abierta. Estos pasos llevan a su primera venta.',
  abierta_invitado:
    'La empresa está abierta, y la invitación a su propietario se envió. Estos pasos llevan a su primera venta.',
  sin_propietario: 'La empresa está abierta, pero nadie fue invitado: invite a su propietario en Usuarios.',
};

/** One thing to set up. */
interface Step {
  readonly title: string;
  readonly detail: Markup | string;
  readonly state: 'done' | 'missing' | 'optional';
  /** What leads on: a page below the company's, or a form of its own. */
  readonly to: readonly [path: string, verb: string] | Markup | null;
}

function step(title: string, detail: Step['detail'], state: Step['state'], to: Step['to']): Step {
  return { title, detail, state, to };
}

export function companyPage(visit: CompanyVisit, state: CompanyState): Markup {
  const { full } = state;
  const steps = stepsOf(visit, state);
  const next = steps.find(({ state: one }) => one === 'missing');
  const body = html`<div class="page-head"><h1>Empresa</h1><span class="chip">${full.ambiente === '00' ? 'Ambiente de pruebas' : 'Producción'}</span></div>
${doneOf(ownOf(DONE, visit.query.one('hecho')))}
${alertOf(state.refusal)}
<p class="soft"><bdi>${full.name}</bdi> · NIT ${nitText(full.nit)} · NRC ${nrcText(full.nrc)}</p>
<section class="card" aria-labelledby="pasos"><h2 id="pasos">Para emitir, paso a paso</h2>
<ol class="rows">${steps.map((one) => stepRow(visit, one, one === next))}</ol></section>
<p class="small">El NIT, el nombre corto, el ambiente, el esquema de los documentos, la numeración y los plazos de ley los cambia quien opera Sello, con el archivo de la empresa.</p>`;
  return companyLayout(visit, { title: 'Empresa', body, active: 'company' });
}

function stepsOf(visit: CompanyVisit, state: CompanyState): readonly Step[] {
  const { full } = state;
  const data = html`<bdi>${full.tradeName ?? full.name}</bdi>, ${full.email}`;
  const places = full.establishments.map(({ code, pointsOfSale }) => `${code} (${pointsOfSale.join(', ')})`);
  const toPlaces = ['/empresa/establecimientos', 'Cambiar establecimientos'] as const;
  return [
    step('Datos', data, 'done', ['/empresa/datos', 'Cambiar datos']),
    step('Establecimientos', places.join('; '), 'done', toPlaces),
    ...secretSteps(state),
    saleStep(visit, state),
    ...certificationSteps(state),
    ...optionalSteps(state),
  ];
}

/** What nothing is signed and sent without. */
function secretSteps(state: CompanyState): readonly Step[] {
  const { certificate, user } = state.setup;
  const valid = certificate === null ? 'Falta: sin él no se firma nada.' : validText(certificate, state);
  const sent = user === null ? 'Faltan: sin ellas no se envía nada.' : html`Usuario <bdi>${user}</bdi>`;
  return [
    step('Certificado', valid, isValid(state) ? 'done' : 'missing', [
      '/empresa/certificado',
      certificate === null ? 'Poner certificado' : 'Cambiar certificado',
    ]),
    step('Credenciales de Hacienda', sent, user === null ? 'missing' : 'done', [
      '/empresa/hacienda',
      user === null ? 'Poner credenciales' : 'Cambiar credenciales',
    ]),
  ];
}

function isValid({ setup: { certificate }, nowMs }: CompanyState): boolean {
  return certificate !== null && certificate.notBeforeMs <= nowMs && nowMs <= certificate.notAfterMs;
}

function validText({ notBeforeMs, notAfterMs }: CertificateSummary, state: CompanyState): string {
  return isValid(state)
    ? `Vale hasta el ${dayOf(notAfterMs)}`
    : `No vale hoy: es del ${dayOf(notBeforeMs)} al ${dayOf(notAfterMs)}`;
}

/** The first sale; in the environment of tests it is a click away once everything is there. */
function saleStep(visit: CompanyVisit, state: CompanyState): Step {
  const { full, setup, standing, testSale } = state;
  const isTest = full.ambiente === '00';
  const title = isTest ? 'Primera venta de prueba' : 'Primera venta';
  const toSale = ['/emitir', 'Emitir una venta'] as const;
  if (standing.lastStampMs !== null) {
    const seal = testSale?.selloRecibido ?? null;
    const detail = html`Último sello: ${momentOf(standing.lastStampMs)}${seal !== null && html`. El de la venta de prueba: <span class="code">${seal}</span>`}`;
    return step(title, detail, 'done', toSale);
  }
  if (!isValid(state) || setup.user === null)
    return step(title, 'Se puede emitir cuando lo de arriba esté listo.', 'missing', null);
  if (!isTest) {
    const detail = 'Todavía no hay un documento sellado. Esta venta vale: emítala cuando haya vendido algo.';
    return step(title, detail, 'missing', toSale);
  }
  const form = html`<form method="post" action="${addressIn(visit, '/empresa/prueba')}">${csrfField(visit.csrf)}<button class="small">${testSale === null ? 'Emitir una venta de prueba' : 'Emitir la prueba de nuevo'}</button></form>`;
  return step(title, testSaleText(visit, testSale), 'missing', form);
}

function testSaleText(visit: CompanyVisit, testSale: DocumentRecord | null): Markup | string {
  if (testSale === null)
    return 'Todavía no hay un documento sellado. Sello emite una factura de $1.13 en el ambiente de pruebas y le muestra el sello.';
  const link = html`<a href="${addressIn(visit, `/emitir/hecho/${testSale.documentId}`)}">Ver qué dijo</a>`;
  return testSale.state === 'rejected'
    ? html`Hacienda rechazó la venta de prueba. ${link}`
    : html`La venta de prueba espera la respuesta de Hacienda. ${link}`;
}

/** What the Ministry wants to see in the environment of tests. */
function certificationSteps({ certification, setup }: CompanyState): readonly Step[] {
  if (certification === null || setup.certificate === null || setup.user === null) return [];
  const { isDone, said } = certificationSaid(certification);
  const to = [CERTIFICATION_PATH, isDone ? 'Ver la certificación' : 'Ir a la certificación'] as const;
  return [step('Certificación', said, isDone ? 'done' : 'optional', to)];
}

/** What a company can issue without. */
function optionalSteps(state: CompanyState): readonly Step[] {
  const { full, people, setup } = state;
  const { liveKeys } = setup;
  const [users, invited] = [people.users.length, people.invitations.length];
  const hasLogo = full.branding.logo !== null;
  const logo = hasLogo ? 'Sus documentos llevan su logo.' : 'Sus documentos salen sin logo.';
  const usual = `Emite desde ${full.defaultEstablishment}, ${full.defaultPointOfSale}, si la venta no dice otra cosa.`;
  const entering = users === 0 ? 'Nadie entra todavía' : countedOf(users, 'persona entra', 'personas entran');
  const waiting =
    invited === 0 ? '.' : `; ${countedOf(invited, 'invitación espera', 'invitaciones esperan')}.`;
  const keys =
    liveKeys === 0 ? 'Ninguna: solo se emite a mano.' : countedOf(liveKeys, 'clave en uso', 'claves en uso');
  const doneIf = (isSo: boolean) => (isSo ? 'done' : 'optional');
  return [
    step('Logo y color', logo, doneIf(hasLogo), ['/empresa/imagen', 'Ver cómo se ve']),
    mailStep(state),
    peopleStep(state),
    step('Lo de costumbre en las ventas', usual, 'done', ['/empresa/ventas', 'Cambiar lo de costumbre']),
    step('Usuarios', `${entering}${waiting}`, doneIf(users > 0), ['/usuarios', 'Ver usuarios']),
    step('Claves para programas', keys, doneIf(liveKeys > 0), ['/claves', 'Ver claves']),
  ];
}

function peopleStep({ full: { invalidation, contingency } }: CompanyState): Step {
  const named = [invalidation.responsible, invalidation.requester, contingency.responsible];
  const to = ['/empresa/responsables', 'Cambiar responsables'] as const;
  return named.includes(null)
    ? step(
        'Responsables',
        'Faltan nombres: para anular habrá que escribirlos cada vez, y una contingencia no se puede avisar sin el suyo.',
        'optional',
        to,
      )
    : step('Responsables', 'Anulaciones y contingencias llevan los nombres que Hacienda pide.', 'done', to);
}

function mailStep({ full, setup, installationMails }: CompanyState): Step {
  const { smtp } = full.delivery;
  const to = ['/empresa/correo', 'Cambiar correo'] as const;
  if (smtp === null)
    return installationMails
      ? step('Correo', 'Los documentos salen por el servidor de esta instalación.', 'done', to)
      : step('Correo', 'No hay servidor: ningún documento sale por correo.', 'optional', to);
  const lacks = smtp.user !== null && !setup.hasSmtpPassword;
  const detail = html`Por <bdi>${smtp.host}</bdi>, de <bdi>${smtp.from}</bdi>${lacks && '. Falta su contraseña: nada sale.'}`;
  return step('Correo', detail, lacks ? 'missing' : 'done', to);
}

const CHIPS: Readonly<Record<Step['state'], Markup>> = {
  done: html`<span class="chip good">Listo</span>`,
  missing: html`<span class="chip warn">Falta</span>`,
  optional: html`<span class="chip">Opcional</span>`,
};

function stepRow(visit: CompanyVisit, { title, detail, state, to }: Step, isNext: boolean): Markup {
  const leads =
    to === null || to instanceof Markup
      ? to
      : html`<a class="${isNext ? 'button small' : 'button secondary small'}" href="${addressIn(visit, to[0])}">${to[1]}</a>`;
  return html`<li><div><strong>${title}</strong> ${CHIPS[state]}<span class="small">${detail}</span></div>
${leads}</li>`;
}
