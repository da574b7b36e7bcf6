import { centsDigits } from '../../../core/money/decimal.ts';
import type { FieldProblem } from '../../../core/refusals/refusal.ts';
import {
  addedUp,
  type CountedTotal,
  type SelectionSum,
  type SelectionTotals,
} from '../../../operations/listings/selection-totals.ts';
import { STATE_WORDS, soldAndBought, titleOf } from '../../document-words.ts';
import { html, type Markup } from '../../html.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countOf, documentsOf, momentOf, moneyOf } from '../../words.ts';
import { queryWith } from './query.ts';

/** What the list comes to, as the sheet that it is downloaded as has it; or what is wrong with what was asked for. */
export function sumsOf(
  { query, ...visit }: CompanyVisit,
  {
    totals,
    problems,
    isFirst,
  }: {
    readonly totals: SelectionTotals | null;
    readonly problems: readonly FieldProblem[];
    readonly isFirst: boolean;
  },
): Markup {
  if (problems.length > 0) return html`<p class="alert" role="alert">${problems[0]?.message}</p>`;
  if (totals === null) {
    const address = addressIn(visit, `/documentos${queryWith(query, { totales: '1' })}`);
    return html`${isFirst && html`<p class="small" id="sums"><a href="${address}" hx-get="${address}" hx-select="#sums" hx-target="#sums" hx-swap="outerHTML">Calcular los totales de esta búsqueda</a> <span class="htmx-indicator" role="status">Calculando…</span></p>`}`;
  }
  if (totals.totals.length === 0) return html`<p class="small" id="sums">Sin documentos.</p>`;
  const documents = totals.totals.reduce((count, one) => count + one.documents, 0);
  const sums = summedUp(totals.totals);
  return html`<details class="card sums" id="sums"><summary><span><strong>${documentsOf(documents)}</strong></span>${sums.map(({ label, sum }) => html`<span>${label} <strong>${money(sum.total)}</strong></span>`)}</summary>
<div class="scrolls"><table><thead><tr><th scope="col">Tipo</th><th scope="col">Estado</th><th scope="col" class="num">Documentos</th><th scope="col" class="num">Gravado</th><th scope="col" class="num">IVA</th><th scope="col" class="num">Retención</th><th scope="col" class="num">Total</th></tr></thead>
<tbody>${totals.totals.map(totalRow)}</tbody>
<tfoot>${sums.map(({ label, sum }) => html`<tr><th scope="row" colspan="2">${label}</th>${amountsOf(sum)}</tr>`)}</tfoot></table></div>
<p class="small">Las notas de crédito restan. Lo rechazado y lo anulado no se suma.</p></details>
${totals.gap !== null && html`<p class="small">Faltan en los totales los documentos del ${momentOf(totals.gap.sinceMs)} al ${momentOf(totals.gap.untilMs)}, que todavía se están sumando.</p>`}`;
}

/** What was sold without what was given back, and what was bought; neither where nothing of it counts. */
function summedUp(
  totals: readonly CountedTotal[],
): readonly { readonly label: string; readonly sum: SelectionSum }[] {
  const { sold, bought, label } = soldAndBought(totals.filter(({ counts }) => counts));
  return [
    ...(sold.length === 0 ? [] : [{ label, sum: addedUp(sold, { isNet: true }) }]),
    ...(bought.length === 0 ? [] : [{ label: 'Compras', sum: addedUp(bought, { isNet: true }) }]),
  ];
}

function totalRow(one: CountedTotal): Markup {
  const state = one.counts || one.state === 'rejected' ? STATE_WORDS[one.state] : 'Anulado';
  const left = !one.counts && html`<span class="small">no se suma</span>`;
  return html`<tr${!one.counts && html` class="faint"`}><th scope="row">${titleOf(one.tipoDte)}</th><td>${state} ${left}</td>${amountsOf(addedUp([one], { isNet: true }))}</tr>`;
}

function amountsOf({ documents, taxable, vat, retention, total }: SelectionSum): Markup {
  const cells = [taxable, vat, retention, total].map((cents) => html`<td class="num">${money(cents)}</td>`);
  return html`<td class="num">${countOf(documents)}</td>${cells}`;
}

function money(cents: bigint): string {
  return moneyOf(centsDigits(cents));
}
