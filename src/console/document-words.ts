import { isFullyAdjusted, isInvalidated, liveNotes } from '../core/adjusting/standing.ts';
import { type TipoDte, typeOf } from '../core/dte/kinds.ts';
import type { NumeroControl } from '../core/identifiers/official.ts';
import { decimal } from '../core/money/decimal.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { DocumentView } from '../operations/documents/reading-ports.ts';
import { listedState } from '../operations/listings/columns.ts';
import type { ListedState } from '../operations/listings/ports.ts';
import type { DaySum } from '../operations/today/ports.ts';
import { html, type Markup } from './html.ts';

// How pages call documents and what has become of them.

export const STATE_WORDS: Readonly<Record<ListedState, string>> = {
  stamped: 'Sellado',
  contingency: 'En contingencia',
  rejected: 'Rechazado',
};

/** A type in a table, where its whole title has no place. */
export function shortTitle(tipoDte: TipoDte): string {
  return typeOf(tipoDte).shortTitle;
}

export function titleOf(tipoDte: TipoDte): string {
  return typeOf(tipoDte).title;
}

/** What a document is called among others: its type and the end of its number. */
export function nameOf({
  tipoDte,
  numeroControl,
}: Pick<DocumentRecord, 'tipoDte' | 'numeroControl'>): string {
  return `${titleOf(tipoDte)} ${shortNumber(numeroControl)}`;
}

/** Whether people issue documents of this type by the form that asks for all of them, and not by one on another document. */
export function isIssuedByHand(tipoDte: TipoDte): boolean {
  return typeOf(tipoDte).issuedBy.route !== '/credit-memo';
}

/** What was sold with the notes against it, what was bought, and what the sum of the sales is called. */
export function soldAndBought<T extends { readonly tipoDte: TipoDte }>(all: readonly T[]) {
  const bought = all.filter(({ tipoDte }) => typeOf(tipoDte).movement === 'purchase');
  const sold = all.filter((one) => !bought.includes(one));
  const hasNotes = sold.some(({ tipoDte }) => typeOf(tipoDte).movement === 'return');
  return { sold, bought, label: hasNotes ? 'Ventas menos notas de crédito' : 'Ventas' };
}

/** What has become of a document, in one word or two, with the tone in which it is shown. */
export interface Standing {
  readonly word: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'gone';
}

/** A CCF of which notes leave nothing: it counts in the books, as they do. */
const ADJUSTED_IN_FULL = 'Ajustado por completo';

export function standingOf({ record, standing }: Pick<DocumentView, 'record' | 'standing'>): Standing {
  const state = listedState(record.state);
  if (state === 'rejected') return { word: STATE_WORDS.rejected, tone: 'bad' };
  if (standing.invalidation === 'open') return { word: 'Anulación en camino', tone: 'gone' };
  if (standing.invalidation === 'sealed') return { word: 'Anulado', tone: 'gone' };
  if (state === 'contingency') return { word: STATE_WORDS.contingency, tone: 'warn' };
  if (liveNotes(standing).length === 0) return { word: STATE_WORDS.stamped, tone: 'good' };
  const isGone =
    isInvalidated(standing) || isFullyAdjusted(standing, { gross: decimal(record.summary.amountGross) });
  return isGone ? { word: ADJUSTED_IN_FULL, tone: 'gone' } : { word: 'Sellado, con notas', tone: 'good' };
}

export function chipOf({ word, tone }: Standing): Markup {
  return html`<span class="chip ${tone}">${word}</span>`;
}

/** The end of a control number, by which people tell documents apart: `M001P001-123`. */
export function shortNumber(numeroControl: NumeroControl): string {
  const [, , place = '', count = ''] = numeroControl.split('-');
  return `${place}-${count.replace(/^0+(?=\d)/, '')}`;
}

/** What has become of documents that are summed by day, in a word. */
export function sumWord({
  state,
  isInvalidated,
  isByNote,
}: Pick<DaySum, 'state' | 'isInvalidated' | 'isByNote'>): string {
  if (isByNote) return ADJUSTED_IN_FULL;
  return isInvalidated ? 'Anulado' : STATE_WORDS[state];
}
