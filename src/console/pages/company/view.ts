import type { Company } from '../../../core/company/company.ts';
import type { SecretsRegistry } from '../../../operations/companies/ports.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, dayOf, momentOf } from '../../words.ts';

interface CompanyState {
  readonly full: Company;
  readonly setup: Awaited<ReturnType<SecretsRegistry['setup']>>;
  readonly standing: CompanyStanding;
  /** What was done before this page was shown; any other word for nothing. */
  readonly done: string;
  readonly nowMs: number;
}

const DONE: Readonly<Record<string, string>> = {
  datos: 'Los cambios se guardaron y valen desde la próxima venta.',
  certificado: 'El certificado se guardó y firma desde ahora.',
  hacienda: 'Hacienda dejó entrar con estas credenciales; se guardaron.',
  sin_probar: 'Las credenciales se guardaron, pero Hacienda no respondió: no se sabe si son correctas.',
};

/** One thing to set up. */
interface Step {
  readonly title: string;
  readonly detail: Markup | string;
  readonly isDone: boolean;
  /** Below the company's pages. */
  readonly path: string;
  readonly verb: string;
}

export function companyPage(visit: CompanyVisit, state: CompanyState): Markup {
  const { full, done } = state;
  const said = DONE[done];
  const steps = stepsOf(state);
  const next = steps.find(({ isDone }) => !isDone);
  const body = html`<main id="main">
<div class="page-head"><h1>Empresa</h1><span class="chip">${full.ambiente === '00' ? 'Ambiente de pruebas' : 'Producción'}</span></div>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
<p class="soft"><bdi>${full.name}</bdi> · NIT ${full.nit} · NRC ${full.nrc}. El NIT, el ambiente y el esquema los cambia el operador.</p>
<section class="card" aria-labelledby="pasos"><h2 id="pasos">Para emitir, paso a paso</h2>
<ol class="rows">${steps.map((step) => stepRow(visit, step, step === next))}</ol></section>
</main>`;
  return companyLayout(visit, { title: 'Empresa', body, active: 'company' });
}

function stepsOf(state: CompanyState): readonly Step[] {
  const { full, setup, nowMs } = state;
  const { certificate, user } = setup;
  const valid = certificate !== null && certificate.notBeforeMs <= nowMs && nowMs <= certificate.notAfterMs;
  const places = full.establishments.map(({ code, pointsOfSale }) => `${code} (${pointsOfSale.join(', ')})`);
  return [
    {
      title: 'Datos',
      detail: html`<bdi>${full.tradeName ?? full.name}</bdi>, ${full.email}`,
      isDone: true,
      path: '/empresa/datos',
      verb: 'Cambiar datos',
    },
    {
      title: 'Establecimientos',
      detail: places.join('; '),
      isDone: true,
      path: '/empresa/establecimientos',
      verb: 'Cambiar establecimientos',
    },
    {
      title: 'Certificado',
      detail: certificate === null ? 'Falta: sin él no se firma nada.' : certificateText(certificate, valid),
      isDone: valid,
      path: '/empresa/certificado',
      verb: certificate === null ? 'Subir certificado' : 'Cambiar certificado',
    },
    {
      title: 'Credenciales de Hacienda',
      detail: user === null ? 'Faltan: sin ellas no se envía nada.' : html`Usuario <bdi>${user}</bdi>`,
      isDone: user !== null,
      path: '/empresa/hacienda',
      verb: user === null ? 'Poner credenciales' : 'Cambiar credenciales',
    },
    {
      title: 'Logo y color',
      detail:
        full.branding.logo === null
          ? 'Opcional: sus documentos salen sin logo.'
          : 'Sus documentos llevan su logo.',
      isDone: true,
      path: '/empresa/imagen',
      verb: 'Ver cómo se ve',
    },
    ...lastSteps(state),
  ];
}

/** What comes once the company can issue. */
function lastSteps({ full, setup: { liveKeys }, standing }: CompanyState): readonly Step[] {
  return [
    {
      title: 'Claves para programas',
      detail:
        liveKeys === 0
          ? 'Ninguna: solo se emite a mano.'
          : countedOf(liveKeys, 'clave en uso', 'claves en uso'),
      isDone: liveKeys > 0,
      path: '/claves',
      verb: 'Ver claves',
    },
    {
      title: full.ambiente === '00' ? 'Primera venta de prueba' : 'Primera venta',
      detail:
        standing.lastStampMs === null
          ? 'Todavía no hay un documento sellado.'
          : `Último sello: ${momentOf(standing.lastStampMs)}`,
      isDone: standing.lastStampMs !== null,
      path: '/emitir',
      verb: 'Emitir una venta',
    },
  ];
}

function certificateText(
  { notBeforeMs, notAfterMs }: { readonly notBeforeMs: number; readonly notAfterMs: number },
  valid: boolean,
): string {
  return valid
    ? `Vale hasta el ${dayOf(notAfterMs)}`
    : `No vale hoy: es del ${dayOf(notBeforeMs)} al ${dayOf(notAfterMs)}`;
}

function stepRow(visit: CompanyVisit, { title, detail, isDone, path, verb }: Step, isNext: boolean): Markup {
  const chip = isDone
    ? html`<span class="chip good">Listo</span>`
    : html`<span class="chip warn">Falta</span>`;
  return html`<li><div><strong>${title}</strong> ${chip}<span class="small">${detail}</span></div>
<a class="${isNext ? 'button small' : 'button secondary small'}" href="${addressIn(visit, path)}">${verb}</a></li>`;
}
