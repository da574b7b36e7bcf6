import { DAY_MS } from '../../../core/calendar/spans.ts';
import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import { may } from '../../../core/users/roles.ts';
import {
  ATTENTION_DAYS,
  ATTENTION_KINDS,
  type Attention,
  type AttentionItem,
  type AttentionKind,
  COUNTED_TROUBLES,
  countAttention,
  listAttention,
  needingIn,
} from '../../../operations/attention/attention.ts';
import type { AttentionKey } from '../../../operations/attention/ports.ts';
import type { RunningClock } from '../../../operations/companies/ports.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import { chipOf, isIssuedByHand, shortNumber, shortTitle, standingOf } from '../../document-words.ts';
import { explanationsOf, whoCorrects } from '../../explanations.ts';
import { alertOf, doneOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { pagerOf } from '../../pieces.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { agoOf, countOf, dayOf, documentsOf, momentOf, moneyOf, spanOf } from '../../words.ts';

/** Entries of a page. */
const SHOWN = 20;

/** What needs somebody: one kind at a time, with how much there is of each. */
export function attentionPages({ own: { testAuthority } }: ConsoleParts): readonly CompanyPage[] {
  const list: CompanyPage = {
    path: '/atender',
    isWithoutCount: true,
    access: 'see_all',
    get: attentionPage,
  };
  // In the sandbox nobody waits for a rejection: the simulated authority gives one where somebody asks for it.
  const trial = (authority: NonNullable<typeof testAuthority>): CompanyPage => ({
    path: '/atender/ensayo',
    access: 'issue',
    get: (_parts, visit) => addressIn(visit, '/atender'),
    async post(parts, visit) {
      const isAsked = visit.company.ambiente === '00' && (await authority.rejectNext());
      const subject = 'que se rechace el próximo documento';
      if (isAsked) await recordDone(parts, visit, { deed: 'rehearsal_asked', subject });
      return addressIn(visit, `/atender?tipo=rechazados&hecho=${isAsked ? 'ensayo' : 'sin_ensayo'}`);
    },
  });
  return testAuthority === null ? [list] : [list, trial(testAuthority)];
}

/** The word of a kind in an address, how people call it, the tone of its count, and what to do about it. */
const KINDS: Readonly<
  Record<
    AttentionKind,
    { readonly path: string; readonly label: string; readonly tone: string; readonly toDo: string }
  >
> = {
  rejected: {
    path: 'rechazados',
    label: 'Rechazados',
    tone: 'bad',
    toDo: 'Hacienda los rechazó y nadie los ha enviado de nuevo. Al corregirlos conservan su número.',
  },
  contingency: {
    path: 'contingencia',
    label: 'En contingencia',
    tone: 'warn',
    toDo: 'Esperan la respuesta de Hacienda. Se envían sin que usted haga nada.',
  },
  mail: {
    path: 'correos',
    label: 'Correos que no llegaron',
    tone: 'warn',
    toDo: 'El correo no se pudo entregar y ya no se intenta. Revise la dirección y envíelo otra vez.',
  },
  put_aside: {
    path: 'apartados',
    label: 'Detenidos',
    tone: 'bad',
    toDo: 'Sello dejó de enviarlos porque algo falló cada vez que lo intentó. Avise a quien opera Sello: hasta que él lo resuelva, no se sellan.',
  },
  invalidation_rejected: {
    path: 'anulaciones',
    label: 'Anulaciones rechazadas',
    tone: 'bad',
    toDo: 'Hacienda rechazó la anulación, así que el documento sigue vigente.',
  },
};

const DONE: Readonly<Record<string, Markup | false | null>> = {
  ensayo: doneOf(
    'La Hacienda simulada rechazará el próximo documento que reciba, como si el NIT del cliente no existiera. Emita un crédito fiscal y corríjalo aquí.',
  ),
  sin_ensayo: alertOf('La Hacienda simulada no contestó: no rechazará nada.'),
};

async function attentionPage(
  { desk, own, needs, clock }: ConsoleParts,
  visit: CompanyVisit,
): Promise<Markup> {
  const { company, query, role } = visit;
  const attention = await countAttention(desk, company);
  const needing = needingIn(attention.counts);
  needs.keep(company, needing);
  const kind = kindAt(query.one('tipo')) ?? mostUrgent(attention);
  const after = keyIn(query.one('despues'));
  const { items, next } = await listAttention(desk, company, { kind, after, limit: SHOWN });
  const here = addressIn(visit, `/atender?tipo=${KINDS[kind].path}`);
  const list = { here, next: next && `${here}&despues=${keyText(next)}`, isFirst: after === null };
  const nowMs = clock.now();
  const canRehearse = own.testAuthority !== null && company.ambiente === '00' && may(role, 'issue');
  const body = html`${ownOf(DONE, query.one('hecho'))}
<div class="page-head"><h1>Atender</h1><p class="small">Los últimos ${ATTENTION_DAYS} días</p></div>
${troublesOf(visit, attention.standing, nowMs)}
${clocksOf(attention.standing.clocks, nowMs)}
${tabsOf(visit, attention, kind)}
<h2>${KINDS[kind].label}</h2>
<p class="soft">${KINDS[kind].toDo}</p>
${items.length === 0 ? emptyOf(list) : html`<ul class="attend">${items.map((item) => itemOf(visit, item, { kind, nowMs }))}</ul>`}
${pagerOf(list)}
${kind === 'rejected' && canRehearse && rehearsalOf(visit)}`;
  return companyLayout({ ...visit, needs: needing }, { title: 'Atender', body, active: 'attention' });
}

function kindAt(path: string): AttentionKind | null {
  return ATTENTION_KINDS.find((kind) => KINDS[kind].path === path) ?? null;
}

/** The first kind of which there is anything. */
function mostUrgent({ counts }: Attention) {
  return ATTENTION_KINDS.find((kind) => counts[kind] > 0) ?? 'rejected';
}

function keyText({ us, documentId, address }: AttentionKey): string {
  return encodeURIComponent(`${us}.${documentId}.${address}`);
}

/** Null where the text is no place in a list. */
function keyIn(text: string): AttentionKey | null {
  const [, us, id = '', address = ''] = /^(-?\d{1,17})\.([0-9a-f-]{36})\.(.{0,100})$/.exec(text) ?? [];
  const documentId = parseDocumentId(id);
  return us === undefined || documentId === null ? null : { us, documentId, address };
}

function tabsOf(visit: CompanyVisit, { counts }: Attention, active: AttentionKind): Markup {
  const tabs = ATTENTION_KINDS.map((kind) => {
    const { path, label, tone } = KINDS[kind];
    const isMany = kind !== 'rejected' && kind !== 'contingency' && counts[kind] >= COUNTED_TROUBLES;
    return html`<li><a href="${addressIn(visit, `/atender?tipo=${path}`)}"${kind === active && html` aria-current="page"`}>${label} <span class="chip${counts[kind] > 0 && ` ${tone}`}">${countOf(counts[kind])}${isMany && '+'}</span></a></li>`;
  });
  return html`<nav class="tabs" aria-label="Qué atender"><ul>${tabs}</ul></nav>`;
}

/** The Ministry takes weeks to renew. */
const WARN_MS = 60 * DAY_MS;

/** What is wrong with the certificate or the user at the authority. */
function troublesOf(
  visit: CompanyVisit,
  { certificate, hasCredentials }: CompanyStanding,
  nowMs: number,
): Markup {
  const { notBeforeMs = nowMs, notAfterMs = nowMs } = certificate ?? {};
  const [from, until] = [dayOf(notBeforeMs), dayOf(notAfterMs)];
  const fix =
    may(visit.role, 'manage_company') && html` <a href="${addressIn(visit, '/empresa')}">Ir a la empresa</a>`;
  const alert = (isSo: boolean, text: string) => isSo && html`<p class="alert">${text}${fix}</p>`;
  const isEnding = certificate !== null && notAfterMs >= nowMs && notAfterMs - nowMs < WARN_MS;
  return html`${alert(certificate === null, 'No hay certificado: no se puede emitir.')}${alert(
    notAfterMs < nowMs,
    `El certificado venció el ${until}: no se puede emitir.`,
  )}${alert(notBeforeMs > nowMs, `El certificado vale desde el ${from}: todavía no se puede emitir.`)}${alert(
    !hasCredentials,
    'No hay usuario y contraseña de Hacienda: nada se sella.',
  )}${isEnding && html`<p class="caution">El certificado vence el ${until}, en ${spanOf(notAfterMs - nowMs)}. Renovarlo puede tomar semanas.${fix}</p>`}`;
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
    return html`<p class="${untilMs < nowMs ? 'alert' : 'caution'}">Plazo para ${what} (${documentsOf(documents)}): ${left}. Sello lo hace por sí mismo en cuanto Hacienda contesta.</p>`;
  })}`;
}

function itemOf(
  visit: CompanyVisit,
  { view, explanations, trouble }: AttentionItem,
  { nowMs, kind }: { readonly nowMs: number; readonly kind: AttentionKind },
): Markup {
  const { record } = view;
  const { documentId, tipoDte, numeroControl, summary, postedMs } = record;
  const mail = trouble?.mail ?? null;
  const here = addressIn(visit, `/documentos/${documentId}`);
  const isCorrectable = kind === 'rejected' && isIssuedByHand(tipoDte);
  return html`<li class="card"><div class="page-head"><p><a href="${here}"><strong>${shortTitle(tipoDte)}</strong> <span class="code">${shortNumber(numeroControl)}</span></a> <bdi>${summary.customerName}</bdi></p><p><strong>${moneyOf(summary.amountTotal)}</strong></p></div>
<p class="small">Emitido el ${momentOf(postedMs)}, ${agoOf(postedMs, nowMs)}. ${chipOf(standingOf(view))}</p>
${mail !== null && html`<p><bdi>${mail.address}</bdi>: ${mail.error}</p>`}
${trouble !== null && mail === null && kind === 'put_aside' && html`<p>${trouble.isOfInvalidation ? 'Su anulación se detuvo' : 'Se detuvo'} ${agoOf(trouble.atMs, nowMs)}.</p>`}
${explanations.length > 0 && explanationsOf(explanations)}
${isCorrectable && whoCorrects(visit.role)}
<p class="actions">${isCorrectable && may(visit.role, 'issue') && html`<a class="button" href="${addressIn(visit, `/emitir/corregir/${documentId}`)}">Corregir y enviar de nuevo</a>`}<a class="button secondary" href="${here}">Ver el documento</a></p></li>`;
}

function emptyOf({ isFirst, next }: { readonly isFirst: boolean; readonly next: string | null }): Markup {
  const ended = isFirst ? 'Nada que atender aquí.' : 'No hay más.';
  return html`<p class="card empty">${next === null ? ended : 'En esta parte no hay ninguno: siga con los siguientes.'}</p>`;
}

function rehearsalOf(visit: CompanyVisit): Markup {
  return html`<section class="card" aria-labelledby="ensayo"><h2 id="ensayo">Ensayar un rechazo</h2>
<p>Aquí la Hacienda es simulada y acepta casi todo. Pídale que rechace el próximo documento, para ver cómo se corrige.</p>
<form method="post" action="${addressIn(visit, '/atender/ensayo')}">${csrfField(visit.csrf)}<p class="actions"><button class="secondary">Que rechace el próximo</button></p></form></section>`;
}
