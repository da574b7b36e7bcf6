import type { Company } from '../../../core/company/company.ts';
import { nitText, nrcText } from '../../../core/identifiers/identity-numbers.ts';
import type { SecretsRegistry } from '../../../operations/companies/ports.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import type { CompanyUser, PendingInvitation } from '../../../operations/users/ports.ts';
import { alertOf } from '../../fields.ts';
import { html, Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, dayOf, momentOf } from '../../words.ts';

export interface CompanyState {
  readonly full: Company;
  readonly setup: Awaited<ReturnType<SecretsRegistry['setup']>>;
  readonly standing: CompanyStanding;
  readonly people: {
    readonly users: readonly CompanyUser[];
    readonly invitations: readonly PendingInvitation[];
  };
  /** What was issued as the test sale; null where nothing was. */
  readonly testSale: DocumentRecord | null;
  /** Why the test sale was not issued, as a sentence; null for no such reason. */
  readonly refusal: string | null;
  /** Whether the installation has a mail server for companies without one of their own. */
  readonly installationMails: boolean;
  /** What was done before this page was shown; any other word for nothing. */
  readonly done: string;
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
  readonly to: { readonly path: string; readonly verb: string } | Markup | null;
}

export function companyPage(visit: CompanyVisit, state: CompanyState): Markup {
  const { full, done } = state;
  const said = DONE[done];
  const steps = stepsOf(visit, state);
  const next = steps.find(({ state: one }) => one === 'missing');
  const body = html`<main id="main">
<div class="page-head"><h1>Empresa</h1><span class="chip">${full.ambiente === '00' ? 'Ambiente de pruebas' : 'Producción'}</span></div>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
${alertOf(state.refusal)}
<p class="soft"><bdi>${full.name}</bdi> · NIT ${nitText(full.nit)} · NRC ${nrcText(full.nrc)}</p>
<section class="card" aria-labelledby="pasos"><h2 id="pasos">Para emitir, paso a paso</h2>
<ol class="rows">${steps.map((step) => stepRow(visit, step, step === next))}</ol></section>
<p class="small">El NIT, el nombre corto, el ambiente, el esquema de los documentos, la numeración y los plazos de ley los cambia quien opera Sello, con el archivo de la empresa.</p>
</main>`;
  return companyLayout(visit, { title: 'Empresa', body, active: 'company' });
}

function stepsOf(visit: CompanyVisit, state: CompanyState): readonly Step[] {
  const { full } = state;
  const places = full.establishments.map(({ code, pointsOfSale }) => `${code} (${pointsOfSale.join(', ')})`);
  return [
    {
      title: 'Datos',
      detail: html`<bdi>${full.tradeName ?? full.name}</bdi>, ${full.email}`,
      state: 'done',
      to: { path: '/empresa/datos', verb: 'Cambiar datos' },
    },
    {
      title: 'Establecimientos',
      detail: places.join('; '),
      state: 'done',
      to: { path: '/empresa/establecimientos', verb: 'Cambiar establecimientos' },
    },
    ...secretSteps(state),
    saleStep(visit, state),
    ...optionalSteps(state),
  ];
}

/** What nothing is signed and sent without. */
function secretSteps(state: CompanyState): readonly Step[] {
  const { certificate, user } = state.setup;
  return [
    {
      title: 'Certificado',
      detail:
        certificate === null
          ? 'Falta: sin él no se firma nada.'
          : certificateText(certificate, isValid(state)),
      state: isValid(state) ? 'done' : 'missing',
      to: {
        path: '/empresa/certificado',
        verb: certificate === null ? 'Poner certificado' : 'Cambiar certificado',
      },
    },
    {
      title: 'Credenciales de Hacienda',
      detail: user === null ? 'Faltan: sin ellas no se envía nada.' : html`Usuario <bdi>${user}</bdi>`,
      state: user === null ? 'missing' : 'done',
      to: {
        path: '/empresa/hacienda',
        verb: user === null ? 'Poner credenciales' : 'Cambiar credenciales',
      },
    },
  ];
}

function isValid({ setup: { certificate }, nowMs }: CompanyState): boolean {
  return certificate !== null && certificate.notBeforeMs <= nowMs && nowMs <= certificate.notAfterMs;
}

/** The first sale; in the environment of tests it is a click away once everything is there. */
function saleStep(visit: CompanyVisit, state: CompanyState): Step {
  const { full, setup, standing, testSale } = state;
  const isTest = full.ambiente === '00';
  const title = isTest ? 'Primera venta de prueba' : 'Primera venta';
  const isReady = isValid(state) && setup.user !== null;
  if (standing.lastStampMs !== null) {
    const seal = testSale?.selloRecibido ?? null;
    const detail = html`Último sello: ${momentOf(standing.lastStampMs)}${seal !== null && html`. El de la venta de prueba: <span class="code">${seal}</span>`}`;
    return { title, detail, state: 'done', to: { path: '/emitir', verb: 'Emitir una venta' } };
  }
  if (!isReady)
    return { title, detail: 'Se puede emitir cuando lo de arriba esté listo.', state: 'missing', to: null };
  if (!isTest)
    return {
      title,
      detail: 'Todavía no hay un documento sellado. Esta venta vale: emítala cuando haya vendido algo.',
      state: 'missing',
      to: { path: '/emitir', verb: 'Emitir una venta' },
    };
  const form = html`<form method="post" action="${addressIn(visit, '/empresa/prueba')}">${csrfField(visit.csrf)}<button class="small">${testSale === null ? 'Emitir una venta de prueba' : 'Emitir la prueba de nuevo'}</button></form>`;
  return { title, detail: testSaleText(visit, testSale), state: 'missing', to: form };
}

function testSaleText(visit: CompanyVisit, testSale: DocumentRecord | null): Markup | string {
  if (testSale === null)
    return 'Todavía no hay un documento sellado. Sello emite una factura de $1.13 en el ambiente de pruebas y le muestra el sello.';
  const link = html`<a href="${addressIn(visit, `/emitir/hecho/${testSale.documentId}`)}">Ver qué dijo</a>`;
  return testSale.state === 'rejected'
    ? html`Hacienda rechazó la venta de prueba. ${link}`
    : html`La venta de prueba espera la respuesta de Hacienda. ${link}`;
}

/** What a company can issue without. */
function optionalSteps(state: CompanyState): readonly Step[] {
  const { full, people } = state;
  const { liveKeys } = state.setup;
  const { users, invitations } = people;
  const invited = invitations.length;
  return [
    {
      title: 'Logo y color',
      detail:
        full.branding.logo === null ? 'Sus documentos salen sin logo.' : 'Sus documentos llevan su logo.',
      state: full.branding.logo === null ? 'optional' : 'done',
      to: { path: '/empresa/imagen', verb: 'Ver cómo se ve' },
    },
    mailStep(state),
    peopleStep(state),
    {
      title: 'Lo de costumbre en las ventas',
      detail: `Emite desde ${full.defaultEstablishment}, ${full.defaultPointOfSale}, si la venta no dice otra cosa.`,
      state: 'done',
      to: { path: '/empresa/ventas', verb: 'Cambiar lo de costumbre' },
    },
    {
      title: 'Usuarios',
      detail: `${users.length === 0 ? 'Nadie entra todavía' : countedOf(users.length, 'persona entra', 'personas entran')}${invited === 0 ? '.' : `; ${countedOf(invited, 'invitación espera', 'invitaciones esperan')}.`}`,
      state: users.length > 0 ? 'done' : 'optional',
      to: { path: '/usuarios', verb: 'Ver usuarios' },
    },
    {
      title: 'Claves para programas',
      detail:
        liveKeys === 0
          ? 'Ninguna: solo se emite a mano.'
          : countedOf(liveKeys, 'clave en uso', 'claves en uso'),
      state: liveKeys > 0 ? 'done' : 'optional',
      to: { path: '/claves', verb: 'Ver claves' },
    },
  ];
}

function peopleStep({ full: { invalidation, contingency } }: CompanyState): Step {
  const named = [invalidation.responsible, invalidation.requester, contingency.responsible];
  const missing = named.filter((one) => one === null).length;
  return {
    title: 'Responsables',
    detail:
      missing === 0
        ? 'Anulaciones y contingencias llevan los nombres que Hacienda pide.'
        : 'Faltan nombres: para anular habrá que escribirlos cada vez, y una contingencia no se puede avisar sin el suyo.',
    state: missing === 0 ? 'done' : 'optional',
    to: { path: '/empresa/responsables', verb: 'Cambiar responsables' },
  };
}

function mailStep({ full, setup, installationMails }: CompanyState): Step {
  const { smtp } = full.delivery;
  const to = { path: '/empresa/correo', verb: 'Cambiar correo' };
  const title = 'Correo';
  if (smtp === null)
    return installationMails
      ? { title, detail: 'Los documentos salen por el servidor de esta instalación.', state: 'done', to }
      : { title, detail: 'No hay servidor: ningún documento sale por correo.', state: 'optional', to };
  const lacks = smtp.user !== null && !setup.hasSmtpPassword;
  const detail = html`Por <bdi>${smtp.host}</bdi>, de <bdi>${smtp.from}</bdi>${lacks && '. Falta su contraseña: nada sale.'}`;
  return { title, detail, state: lacks ? 'missing' : 'done', to };
}

function certificateText(
  { notBeforeMs, notAfterMs }: { readonly notBeforeMs: number; readonly notAfterMs: number },
  valid: boolean,
): string {
  return valid
    ? `Vale hasta el ${dayOf(notAfterMs)}`
    : `No vale hoy: es del ${dayOf(notBeforeMs)} al ${dayOf(notAfterMs)}`;
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
      : html`<a class="${isNext ? 'button small' : 'button secondary small'}" href="${addressIn(visit, to.path)}">${to.verb}</a>`;
  return html`<li><div><strong>${title}</strong> ${CHIPS[state]}<span class="small">${detail}</span></div>
${leads}</li>`;
}
