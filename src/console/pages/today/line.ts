import { dayText } from '../../../core/calendar/day-text.ts';
import { centsDigits } from '../../../core/money/decimal.ts';
import type { DaySales } from '../../../operations/today/read-today.ts';
import { html, type Markup } from '../../html.ts';
import { countedOf, moneyOf } from '../../words.ts';

/** The drawing's own units; it is stretched to the room there is, which its words are not. */
const WIDTH = 600;
const HEIGHT = 140;
const HEADROOM = 8;

/** The sales of days as a line, and as a table for whoever does not see it. */
export function salesLine(days: readonly DaySales[]): Markup {
  const most = days.reduce((top, { total }) => (total > top ? total : top), 0n);
  const sum = days.reduce((cents, { total }) => cents + total, 0n);
  const points = days.map(({ total }, index) => `${xOf(index, days.length)},${yOf(total, most)}`);
  const [first, middle, last] = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  const said = `Ventas de los últimos ${days.length} días, menos notas de crédito: ${moneyOf(centsDigits(sum))}; el mejor día, ${moneyOf(centsDigits(most))}.`;
  return html`<figure class="line">
<div class="plot"><span class="top-mark small">${moneyOf(centsDigits(most))}</span>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${said}">
<path class="rule" d="M0 ${HEADROOM}H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 1}H${WIDTH}"/>
<path class="area" d="M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z"/>
<polyline class="line" points="${points.join(' ')}"/>
</svg></div>
<div class="axis small" aria-hidden="true">${[first, middle, last].map((day) => html`<span>${dayText(day?.day ?? '').slice(0, 5)}</span>`)}</div>
<figcaption><details><summary class="small">Ver día por día</summary>
<table class="tight"><thead><tr><th scope="col">Día</th><th scope="col" class="num">Ventas</th><th scope="col" class="num">Total</th></tr></thead>
<tbody>${days.toReversed().map(rowOf)}</tbody></table></details></figcaption>
</figure>`;
}

function rowOf({ day, documents, total }: DaySales): Markup {
  return html`<tr><td>${dayText(day)}</td><td class="num">${countedOf(documents, 'venta', 'ventas')}</td><td class="num">${moneyOf(centsDigits(total))}</td></tr>`;
}

function xOf(index: number, count: number): number {
  return Math.round((index * WIDTH * 10) / Math.max(1, count - 1)) / 10;
}

/** The place of an amount between the bottom and the most of all days; all at the bottom where nothing was sold. */
function yOf(cents: bigint, most: bigint): number {
  const room = HEIGHT - HEADROOM - 1;
  const share = most <= 0n || cents <= 0n ? 0 : Number((cents * 1_000n) / most) / 1_000;
  return Math.round((HEIGHT - 1 - share * room) * 10) / 10;
}
