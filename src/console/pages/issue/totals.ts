import { html, type Markup } from '../../html.ts';
import { moneyOf } from '../../words.ts';
import type { Examined } from './examine.ts';
import { titleOf } from './field-titles.ts';

/** What the document would come to; before it is complete, what its lines do. */
export function totalsOf({ summary, sum, warnings }: Pick<Examined, 'summary' | 'sum' | 'warnings'>): Markup {
  if (summary === null)
    return html`<dl class="totals"><div class="total"><dt>Suma de las líneas</dt><dd>${moneyOf(sum)}</dd></div></dl>`;
  const { amountTaxable, amountVat, amountGross, amountRetention, amountTotal } = summary;
  const rows = [
    ['Sin IVA', amountTaxable, Number(amountVat) !== 0],
    ['IVA', amountVat, Number(amountVat) !== 0],
    ['Total antes de retenciones', amountGross, Number(amountRetention) !== 0],
    ['Retención', amountRetention, Number(amountRetention) !== 0],
  ] as const;
  const shown = rows.filter(([, , isShown]) => isShown);
  return html`<dl class="totals">${shown.map(([label, amount]) => html`<div><dt>${label}</dt><dd>${moneyOf(amount)}</dd></div>`)}
<div class="total"><dt>Total a pagar</dt><dd>${moneyOf(amountTotal)}</dd></div></dl>
${warnings.length > 0 && html`<details class="warnings"><summary>${warnings.length === 1 ? '1 aviso' : `${warnings.length} avisos`}</summary><ul>${warnings.map(({ path, message }) => html`<li>${path !== '' && html`<strong>${titleOf(path)}:</strong> `}${message}</li>`)}</ul></details>`}`;
}

/** What a line comes to. */
export function amountOf(amounts: Examined['amounts'], index: number): string {
  const amount = amounts[index] ?? null;
  return amount === null ? '—' : moneyOf(amount);
}
