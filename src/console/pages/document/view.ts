import { isFullyAdjusted, liveNotes } from '../../../core/adjusting/standing.ts';
import { typeOf } from '../../../core/dte/kinds.ts';
import { LIFE_EVENTS } from '../../../core/life/life-events.ts';
import { decimal, formatCents } from '../../../core/money/decimal.ts';
import { may } from '../../../core/users/roles.ts';
import type { CancelChoice, NoteChoice } from '../../../operations/adjusting/document-choices.ts';
import type { DeliveryReport } from '../../../operations/deliveries/ports.ts';
import type { OpenedDocument } from '../../../operations/documents/open-document.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import type { LifeEvent } from '../../../operations/life/ports.ts';
import { copyableCode, copyableField } from '../../copyable.ts';
import { chipOf, isIssuedByHand, nameOf, shortNumber, standingOf, titleOf } from '../../document-words.ts';
import { explanationsOf, whoCorrects } from '../../explanations.ts';
import { textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { sheetView } from '../../paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { momentOf, moneyOf } from '../../words.ts';

/** One document as a page shows it. */
interface Shown extends OpenedDocument {
  /** The address of the printed document, which opens without anybody signed in. */
  readonly publicUrl: string;
  /** What became of what was just asked for; null for nothing. */
  readonly told: Told | null;
}

export interface Told {
  readonly tone: 'done' | 'alert' | 'caution';
  readonly text: string;
}

export function documentPage(visit: CompanyVisit, shown: Shown): Markup {
  const { view, explanations, refusedInvalidation, events, told } = shown;
  const { tipoDte, numeroControl, summary } = view.record;
  const body = html`<p class="small"><a href="${addressIn(visit, '/documentos')}">Documentos</a></p>
<div class="page-head"><h1>${titleOf(tipoDte)} <span class="code">${shortNumber(numeroControl)}</span></h1>${chipOf(standingOf(view))}</div>
${told !== null && html`<p class="${told.tone}" role="status">${told.text}</p>`}
${explanations.length > 0 && rejectionOf(visit, shown)}
${refusedInvalidation.length > 0 && html`<section class="caution"><h2>Hacienda rechazó la anulación: el documento sigue vigente</h2>${explanationsOf(refusedInvalidation)}</section>`}
<div class="two">
<div>
<section class="card" aria-label="Datos del documento">
<p class="much"><strong>${moneyOf(summary.amountTotal)}</strong> <bdi>${summary.customerName}</bdi></p>
${factsOf(view)}
</section>
${actionsOf(visit, shown)}
${relatedOf(visit, shown)}
${mailOf(visit, shown)}
</div>
<div>${paperOf(visit, shown)}</div>
</div>
<section class="card" aria-labelledby="life"><h2 id="life">Qué ha pasado</h2>
<ol class="life">${events.map(eventOf)}</ol></section>`;
  return companyLayout(visit, { title: nameOf(view.record), body, active: 'documents' });
}

function rejectionOf(visit: CompanyVisit, { view, explanations }: OpenedDocument): Markup {
  const { documentId, tipoDte } = view.record;
  const correct = addressIn(visit, `/emitir/corregir/${documentId}`);
  const isCorrectable = isIssuedByHand(tipoDte);
  return html`<section class="alert" aria-labelledby="why"><h2 id="why">Hacienda lo rechazó</h2>
${explanationsOf(explanations)}
${isCorrectable && whoCorrects(visit.role)}
${may(visit.role, 'issue') && isCorrectable && html`<p><a class="button" href="${correct}">Corregir y enviar de nuevo</a></p>`}</section>`;
}

function factsOf({ record }: DocumentView): Markup {
  const { summary, selloRecibido } = record;
  const amounts = [
    ['Gravado', summary.amountTaxable],
    ['IVA', summary.amountVat],
    ['Total antes de retenciones', summary.amountGross],
    ['Retención', summary.amountRetention],
  ].filter(([, amount]) => Number(amount) !== 0);
  return html`<dl class="facts codes">
<dt>Emitido</dt><dd>${momentOf(record.postedMs)}</dd>
${amounts.map(([label = '', amount = '']) => html`<dt>${label}</dt><dd>${moneyOf(amount)}</dd>`)}
<dt>Número de control</dt><dd>${copyableCode({ value: record.numeroControl, what: 'el número de control' })}</dd>
<dt>Código de generación</dt><dd>${copyableCode({ value: record.codigoGeneracion, what: 'el código de generación' })}</dd>
<dt>Sello de recepción</dt><dd>${selloRecibido === null ? 'Todavía no tiene' : copyableCode({ value: selloRecibido, what: 'el sello de recepción' })}</dd>
<dt>Establecimiento</dt><dd>${record.establishment}, punto de venta ${record.pointOfSale}</dd>
<dt>Referencia</dt><dd class="code"><bdi>${record.externalRef}</bdi></dd>
</dl>`;
}

function actionsOf(visit: CompanyVisit, { view, choices }: OpenedDocument): Markup {
  const { documentId } = view.record;
  const { cancel, note } = choices;
  const here = addressIn(visit, `/documentos/${documentId}`);
  const cancelling = may(visit.role, 'invalidate') ? cancelAction(here, cancel, note) : null;
  const noting = may(visit.role, 'note') && note !== null ? noteAction(here, note) : null;
  if (cancelling === null && noting === null) return html``;
  return html`<section class="card" aria-labelledby="do"><h2 id="do">Anular o ajustar</h2><ul class="rows">${noting}${cancelling}</ul></section>`;
}

/** The way to cancel a document, or why there is none. */
function cancelAction(
  here: string,
  { kind, directUntilMs }: CancelChoice,
  note: NoteChoice | null,
): Markup | null {
  const until = directUntilMs === null ? '' : momentOf(directUntilMs);
  const link = (label: string) => html`<a class="button danger" href="${here}/anular">${label}</a>`;
  switch (kind) {
    case 'not_stamped':
    case 'done':
    case 'noted':
      return null;
    case 'direct':
      return html`<li><span>Se puede anular hasta el ${until}.</span>${link('Anular')}</li>`;
    case 'resume':
      return html`<li><span>La anulación está en camino: Hacienda todavía no la ha contestado.</span>${link('Intentar de nuevo')}</li>`;
    case 'note':
      return html`<li><span>El plazo para anularlo terminó el ${until}. Se anula con una nota de crédito por todo${note !== null && html`, hasta el ${momentOf(note.untilMs)}`}.</span>${link('Anular con nota')}</li>`;
    case 'has_notes':
      return html`<li><span class="soft">No se puede anular mientras tenga notas de crédito vigentes: anule antes las notas.</span></li>`;
    case 'too_late':
      return html`<li><span class="soft">El plazo para anularlo terminó el ${until}.</span></li>`;
  }
}

function noteAction(here: string, { isOpen, untilMs, left, isCancelled }: NoteChoice): Markup | null {
  if (isOpen)
    return html`<li><span>Admite notas de crédito hasta el ${momentOf(untilMs)}; quedan ${moneyOf(left)} por ajustar.</span><a class="button secondary" href="${here}/nota">Nota de crédito</a></li>`;
  if (isCancelled) return null;
  const why =
    Number(left) === 0 ? 'Las notas de crédito ya lo ajustaron por completo.' : 'No admite notas de crédito.';
  return html`<li><span class="soft">${why}</span></li>`;
}

/** The CCF of a note, and the notes on a CCF. */
function relatedOf(visit: CompanyVisit, { view }: OpenedDocument): Markup {
  const { record, ccfId, standing } = view;
  if (ccfId !== null)
    return html`<section class="card"><h2>Documento que ajusta</h2><p><a href="${addressIn(visit, `/documentos/${ccfId}`)}">El comprobante de crédito fiscal</a></p></section>`;
  const notes = liveNotes(standing);
  if (notes.length === 0) return html``;
  const isGone = isFullyAdjusted(standing, { gross: decimal(record.summary.amountGross) });
  return html`<section class="card"><h2>Notas de crédito</h2><ul class="rows">${notes.map(
    ({ documentId, amounts, state }) =>
      html`<li><a href="${addressIn(visit, `/documentos/${documentId}`)}">Nota por ${moneyOf(formatCents(amounts.gross))}</a>${state !== 'stamped' && html`<span class="chip warn">Sin sello todavía</span>`}</li>`,
  )}</ul>${isGone && html`<p class="small">Entre todas lo ajustan por completo.</p>`}</section>`;
}

const MAIL_WORDS: Readonly<Record<DeliveryReport['messages'][number]['state'], readonly [string, string]>> = {
  queued: ['En espera', 'warn'],
  sent: ['Enviado', 'good'],
  failed: ['No se pudo enviar', 'bad'],
};

function mailOf(visit: CompanyVisit, { view, choices }: OpenedDocument): Markup {
  const { delivery, record } = view;
  if (delivery.messages.length === 0 && !choices.canMail) return html``;
  const lines = delivery.messages.map(({ address, state, sentMs, lastError }) => {
    const [word, tone] = MAIL_WORDS[state];
    return html`<li><span><bdi>${address}</bdi>${sentMs !== null && html`<span class="small">${momentOf(sentMs)}</span>`}${lastError !== null && html`<span class="small">${lastError}</span>`}</span><span class="chip ${tone}">${word}</span></li>`;
  });
  const action = addressIn(visit, `/documentos/${record.documentId}/correo`);
  const hint = 'Sin dirección, a las mismas de antes.';
  return html`<section class="card" aria-labelledby="mail"><h2 id="mail">Correo</h2>${lines.length > 0 && html`<ul class="rows">${lines}</ul>`}
${choices.canMail && html`<form method="post" action="${action}">${csrfField(visit.csrf)}${textField({ name: 'address', label: 'Enviar otra vez a', type: 'email', isOptional: true, longest: 100, hint })}<button class="secondary">Enviar por correo</button></form>`}</section>`;
}

function paperOf(visit: CompanyVisit, { view, publicUrl }: Shown): Markup {
  const { record, standing } = view;
  const file = (name: string) => addressIn(visit, `/documentos/${record.documentId}/${name}`);
  const paper = (name: string, label: string) =>
    html`<a class="button secondary small" href="${file(name)}" target="_blank" rel="noopener">${label}</a>`;
  const { hasTicket } = typeOf(record.tipoDte);
  return html`<section class="card paper" aria-labelledby="paper"><h2 id="paper">Impresión</h2>
<p class="papers">${paper('carta.pdf', 'Abrir el PDF')}${hasTicket && paper('tiquete.pdf', 'Tiquete')}${standing.invalidation === 'sealed' && paper('anulacion.pdf', 'Anulación')}<a class="button secondary small" href="${file('documento.json')}" download>JSON oficial</a></p>
${record.state !== 'rejected' && copyableField({ id: 'public', label: 'Enlace para el cliente', what: 'el enlace para el cliente', value: publicUrl })}
${sheetView(file('carta.pdf'), 'El documento impreso')}</section>`;
}

/** What happened to a document. */
function eventOf({ kind, atMs, detail }: LifeEvent): Markup {
  const more = DETAILS.flatMap(([name, write]) => {
    const value = detail[name];
    return typeof value === 'string' && value !== '' ? [write(value)] : [];
  });
  return html`<li><span class="small">${momentOf(atMs)}</span><span>${LIFE_EVENTS[kind]}${more.length > 0 && html` <span class="soft">${more}</span>`}</span></li>`;
}

/** What of an event's detail a person wants to read. */
const DETAILS: readonly (readonly [name: string, write: (value: string) => Markup])[] = [
  ['address', (address) => html`<bdi>${address}</bdi>. `],
  ['last_error', (error) => html`${error} `],
  ['message', (message) => html`<bdi>${message}</bdi> `],
  ['control_number', (number) => html`<span class="code">${number}</span> `],
  ['from', (number) => html`De <span class="code">${number}</span> `],
  ['to', (number) => html`a <span class="code">${number}</span>. `],
  ['amount_gross', (amount) => html`${moneyOf(amount)} `],
];
