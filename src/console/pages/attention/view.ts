import { typeOf } from '../../../core/dte/kinds.ts';
import { may } from '../../../core/users/roles.ts';
import {
  ATTENTION_DAYS,
  ATTENTION_KINDS,
  type Attention,
  type AttentionKind,
  COUNTED_TROUBLES,
} from '../../../operations/attention/count-attention.ts';
import type { AttentionItem } from '../../../operations/attention/list-attention.ts';
import type { RunningClock } from '../../../operations/companies/ports.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import { chipOf, shortNumber, shortTitle, standingOf } from '../../document-words.ts';
import { explanationsOf, whoCorrects } from '../../explanations.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { agoOf, countedOf, countOf, dayOf, momentOf, moneyOf, spanOf } from '../../words.ts';

/** What the page shows of one kind. */
export interface Attended {
  readonly attention: Attention;
  readonly kind: AttentionKind;
  readonly items: readonly AttentionItem[];
  /** Where the next page begins; null where nothing follows. */
  readonly next: string | null;
  readonly isFirst: boolean;
  /** Whether a rejection may be asked for, because the authority is a simulated one. */
  readonly canRehearse: boolean;
  /** What was done before this page was shown; any other word for nothing. */
  readonly done: string;
  readonly nowMs: number;
}

const DONE: Readonly<Record<string, Markup>> = {
  ensayo: html`<p class="done" role="status">La Hacienda simulada rechazará el próximo documento que reciba, como si el NIT del cliente no existiera. Emita un crédito fiscal y corríjalo aquí.</p>`,
  sin_ensayo: html`<p class="alert" role="alert">La Hacienda simulada no contestó: no rechazará nada.</p>`,
};

/** The word of a kind in an address, and how people call it. */
export const KIND_WORDS: Readonly<Record<AttentionKind, { readonly path: string; readonly label: string }>> =
  {
    rejected: { path: 'rechazados', label: 'Rechazados' },
    contingency: { path: 'contingencia', label: 'En contingencia' },
    mail: { path: 'correos', label: 'Correos que no llegaron' },
    put_aside: { path: 'apartados', label: 'Detenidos' },
    invalidation_rejected: { path: 'anulaciones', label: 'Anulaciones rechazadas' },
  };

export function kindAt(path: string): AttentionKind | null {
  return ATTENTION_KINDS.find((kind) => KIND_WORDS[kind].path === path) ?? null;
}

/** What of a company needs somebody. */
export function attentionPage(visit: CompanyVisit, attended: Attended): Markup {
  const { attention, kind, items } = attended;
  const body = html`<main id="main">
${DONE[attended.done]}
<div class="page-head"><h1>Atender</h1><p class="small">Los últimos ${ATTENTION_DAYS} días</p></div>
${troublesOf(visit, attention.standing, attended.nowMs)}
${clocksOf(attention.standing.clocks, attended.nowMs)}
${tabsOf(visit, attention, kind)}
<h2>${KIND_WORDS[kind].label}</h2>
<p class="soft">${WHAT_TO_DO[kind]}</p>
${items.length === 0 ? emptyOf(attended) : html`<ul class="attend">${items.map((item) => itemOf(visit, item, attended))}</ul>`}
${pagerOf(visit, attended)}
${kind === 'rejected' && attended.canRehearse && rehearsalOf(visit)}
</main>`;
  return companyLayout(visit, { title: 'Atender', body, active: 'attention' });
}

const WHAT_TO_DO: Readonly<Record<AttentionKind, string>> = {
  rejected: 'Hacienda los rechazó y nadie los ha enviado de nuevo. Al corregirlos conservan su número.',
  contingency: 'Esperan la respuesta de Hacienda. Se envían sin que usted haga nada.',
  mail: 'El correo no se pudo entregar y ya no se intenta. Revise la dirección y envíelo otra vez.',
  put_aside:
    'Sello dejó de enviarlos porque algo falló cada vez que lo intentó. Avise a quien opera Sello: hasta que él lo resuelva, no se sellan.',
  invalidation_rejected: 'Hacienda rechazó la anulación, así que el documento sigue vigente.',
};

function tabsOf(visit: CompanyVisit, { counts }: Attention, active: AttentionKind): Markup {
  const tabs = ATTENTION_KINDS.map((kind) => {
    const { path, label } = KIND_WORDS[kind];
    const isMany = kind !== 'rejected' && kind !== 'contingency' && counts[kind] >= COUNTED_TROUBLES;
    return html`<li><a href="${addressIn(visit, `/atender?tipo=${path}`)}"${kind === active && html` aria-current="page"`}>${label} <span class="chip${TONES[kind](counts[kind])}">${countOf(counts[kind])}${isMany && '+'}</span></a></li>`;
  });
  return html`<nav class="tabs" aria-label="Qué atender"><ul>${tabs}</ul></nav>`;
}

const toneFor = (tone: string) => (count: number) => (count === 0 ? '' : ` ${tone}`);
const TONES: Readonly<Record<AttentionKind, (count: number) => string>> = {
  rejected: toneFor('bad'),
  contingency: toneFor('warn'),
  mail: toneFor('warn'),
  put_aside: toneFor('bad'),
  invalidation_rejected: toneFor('bad'),
};

const DAY_MS = 86_400_000;
/** The Ministry takes weeks to renew. */
const WARN_MS = 60 * DAY_MS;

/** What is wrong with the certificate or the user at the authority. */
function troublesOf(
  visit: CompanyVisit,
  { certificate, hasCredentials }: CompanyStanding,
  nowMs: number,
): Markup {
  const fix = may(visit.role, 'manage_company')
    ? html` <a href="${addressIn(visit, '/empresa')}">Ir a la empresa</a>`
    : null;
  const alert = (text: string) => html`<p class="alert">${text}${fix}</p>`;
  return html`${certificate === null && alert('No hay certificado: no se puede emitir.')}${
    certificate !== null &&
    certificate.notAfterMs < nowMs &&
    alert(`El certificado venció el ${dayOf(certificate.notAfterMs)}: no se puede emitir.`)
  }${certificate !== null && certificate.notBeforeMs > nowMs && alert(`El certificado vale desde el ${dayOf(certificate.notBeforeMs)}: todavía no se puede emitir.`)}${
    !hasCredentials && alert('No hay usuario y contraseña de Hacienda: nada se sella.')
  }${
    certificate !== null &&
    certificate.notAfterMs >= nowMs &&
    certificate.notAfterMs - nowMs < WARN_MS &&
    html`<p class="caution">El certificado vence el ${dayOf(certificate.notAfterMs)}, en ${spanOf(certificate.notAfterMs - nowMs)}. Renovarlo puede tomar semanas.${fix}</p>`
  }`;
}

/** The law's clocks that run. */
function clocksOf(clocks: readonly RunningClock[], nowMs: number): Markup {
  return html`${clocks.map(({ clock, untilMs, documents }) => {
    const left =
      untilMs < nowMs
        ? html`venció ${agoOf(untilMs, nowMs)}`
        : html`quedan ${spanOf(untilMs - nowMs)}, hasta el ${momentOf(untilMs)}`;
    const what =
      clock === 'report' ? 'informar la contingencia a Hacienda' : 'enviar los documentos de la contingencia';
    return html`<p class="${untilMs < nowMs ? 'alert' : 'caution'}">Plazo para ${what} (${countedOf(documents, 'documento', 'documentos')}): ${left}. Sello lo hace por sí mismo en cuanto Hacienda contesta.</p>`;
  })}`;
}

function itemOf(
  visit: CompanyVisit,
  { view, explanations, trouble }: AttentionItem,
  { nowMs, kind }: Attended,
): Markup {
  const { record } = view;
  const { documentId, tipoDte, numeroControl, summary, postedMs } = record;
  const mail = trouble?.mail ?? null;
  const here = addressIn(visit, `/documentos/${documentId}`);
  const isIssuedByHand = typeOf(tipoDte).issuedBy.route !== '/credit-memo';
  const canCorrect = kind === 'rejected' && isIssuedByHand && may(visit.role, 'issue');
  return html`<li class="card"><div class="page-head"><p><a href="${here}"><strong>${shortTitle(tipoDte)}</strong> <span class="code">${shortNumber(numeroControl)}</span></a> <bdi>${summary.customerName}</bdi></p><p><strong>${moneyOf(summary.amountTotal)}</strong></p></div>
<p class="small">Emitido el ${momentOf(postedMs)}, ${agoOf(postedMs, nowMs)}. ${chipOf(standingOf(view))}</p>
${mail !== null && html`<p><bdi>${mail.address}</bdi>: ${mail.error}</p>`}
${trouble !== null && mail === null && kind === 'put_aside' && html`<p>${trouble.isOfInvalidation ? 'Su anulación se detuvo' : 'Se detuvo'} ${agoOf(trouble.atMs, nowMs)}.</p>`}
${explanations.length > 0 && explanationsOf(explanations)}
${kind === 'rejected' && isIssuedByHand && whoCorrects(visit.role)}
<p class="actions">${canCorrect && html`<a class="button" href="${addressIn(visit, `/emitir/corregir/${documentId}`)}">Corregir y enviar de nuevo</a>`}<a class="button secondary" href="${here}">Ver el documento</a></p></li>`;
}

function emptyOf({ isFirst, next }: Attended): Markup {
  const text =
    isFirst && next === null
      ? 'Nada que atender aquí.'
      : next === null
        ? 'No hay más.'
        : 'En esta parte no hay ninguno: siga con los siguientes.';
  return html`<p class="card empty">${text}</p>`;
}

function pagerOf(visit: CompanyVisit, { kind, next, isFirst }: Attended): Markup {
  if (isFirst && next === null) return html``;
  const here = addressIn(visit, `/atender?tipo=${KIND_WORDS[kind].path}`);
  return html`<nav class="actions" aria-label="Páginas">${!isFirst && html`<a class="button secondary" href="${here}">Los más recientes</a>`}${next !== null && html`<a class="button secondary" rel="next" href="${`${here}&despues=${encodeURIComponent(next)}`}">Anteriores a estos</a>`}</nav>`;
}

function rehearsalOf(visit: CompanyVisit): Markup {
  return html`<section class="card" aria-labelledby="ensayo"><h2 id="ensayo">Ensayar un rechazo</h2>
<p>Aquí la Hacienda es simulada y acepta casi todo. Pídale que rechace el próximo documento, para ver cómo se corrige.</p>
<form method="post" action="${addressIn(visit, '/atender/ensayo')}">${csrfField(visit.csrf)}<p class="actions"><button class="secondary">Que rechace el próximo</button></p></form></section>`;
}
