import { typeOf } from '../../../core/dte/kinds.ts';
import type { Explanation } from '../../../core/explaining/explain.ts';
import type { FileType } from '../../../operations/access/ports.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import { listedState } from '../../../operations/listings/columns.ts';
import { copyableCode, copyableField } from '../../copyable.ts';
import { saidOf, valueSaid } from '../../explanations.ts';
import { inWords } from '../../field-words.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { momentOf, moneyOf } from '../../words.ts';
import { titleOf } from './field-titles.ts';
import { formOf } from './specs.ts';

/** A document after somebody issued it by hand. */
export interface Done {
  readonly record: DocumentRecord;
  readonly explanations: readonly Explanation[];
  readonly fileUrl: (record: DocumentRecord, type: FileType) => string;
}

/** What became of a document that was issued by hand, and its paper. */
export function donePage(visit: CompanyVisit, { record, explanations, fileUrl }: Done): Markup {
  const { tipoDte, summary, numeroControl, postedMs } = record;
  const state = listedState(record.state);
  const again = formOf(tipoDte) === null ? '/emitir' : `/emitir/${tipoDte}`;
  const body = html`${verdictOf(record)}
<section class="card"><h2>${typeOf(tipoDte).title}</h2><dl class="facts">
<dt>Número de control</dt><dd>${copyableCode({ value: numeroControl, what: 'el número de control' })}</dd>
<dt>A nombre de</dt><dd><bdi>${summary.customerName}</bdi></dd>
<dt>Total</dt><dd>${moneyOf(summary.amountTotal)}</dd>
<dt>Emitido</dt><dd>${momentOf(postedMs)}</dd>
${record.selloRecibido !== null && html`<dt>Sello de recepción</dt><dd>${copyableCode({ value: record.selloRecibido, what: 'el sello de recepción' })}</dd>`}
</dl></section>
${state === 'rejected' ? correctionOf(visit, record, explanations) : paperOf(record, fileUrl, addressIn(visit, again))}
<p class="actions"><a href="${addressIn(visit, `/documentos/${record.documentId}`)}">Ver el documento</a></p>`;
  return companyLayout(visit, { title: 'Emitido', main: 'issued', body, active: 'issue' });
}

function verdictOf({ state, message }: DocumentRecord): Markup {
  switch (listedState(state)) {
    case 'stamped':
      return html`<h1>Emitido y sellado</h1><p class="done" role="status">Hacienda selló el documento.</p>`;
    case 'rejected':
      return html`<h1>Hacienda lo rechazó</h1><p class="alert" role="alert">El documento no vale: corríjalo y envíelo de nuevo. Conserva su número.</p>`;
    default:
      return html`<h1>Emitido en contingencia</h1><p class="notice" role="status">Hacienda no respondió${message === '' ? '' : ` (${message})`}. El documento ya tiene su número y puede entregarse; Sello lo sigue enviando, y usted no tiene que hacer nada.</p>`;
  }
}

function paperOf(record: DocumentRecord, fileUrl: Done['fileUrl'], again: string): Markup {
  const { hasTicket } = typeOf(record.tipoDte);
  const paper = (type: FileType, label: string, isFirst: boolean) =>
    html`<a class="${isFirst ? 'button' : 'button secondary'}" href="${fileUrl(record, type)}" target="_blank" rel="noopener"${isFirst && html` autofocus`}>${label}</a> `;
  return html`<p class="actions">${hasTicket && paper('ticket', 'Imprimir tiquete', true)}${paper('invoice', 'Imprimir en tamaño carta', !hasTicket)}
<a class="button secondary" href="${again}">Emitir otro</a></p>
${copyableField({ id: 'public', label: 'Enlace para el cliente', what: 'el enlace para el cliente', value: fileUrl(record, 'invoice') })}`;
}

function correctionOf(
  visit: CompanyVisit,
  { documentId }: DocumentRecord,
  explanations: readonly Explanation[],
): Markup {
  return html`${reasonsOf(explanations)}
<p class="actions"><a class="button" href="${addressIn(visit, `/emitir/corregir/${documentId}`)}" autofocus>Corregir y enviar de nuevo</a></p>`;
}

/** Why it was rejected, each reason with what to do. */
export function reasonsOf(explanations: readonly Explanation[]): Markup {
  return html`<ul class="reasons">${explanations.map(
    ({ said, why, remedy, value, field, origin }) =>
      html`<li><p><strong>${inWords(why)}</strong></p><p>${origin === 'request' && field !== null ? `Corrija en el formulario: ${titleOf(field)}.` : inWords(remedy)}</p><p class="small">${saidOf(said)}.${valueSaid(value)}</p></li>`,
  )}</ul>`;
}
