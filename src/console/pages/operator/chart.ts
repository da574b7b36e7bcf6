import type { Period } from '../../../operations/installation/node-history.ts';
import { joined } from '../../../operations/installation/node-history.ts';
import { html, type Markup } from '../../html.ts';
import { clockOf } from '../../words.ts';

/** One thing that a chart draws. */
export interface Series {
  readonly label: string;
  readonly tone: 'accent' | 'good' | 'warn' | 'bad' | 'soft';
  /** Null where it is not known. */
  readonly of: (period: Period) => number | null;
}

export interface Chart {
  readonly name: string;
  readonly title: string;
  /** Bars stand on one another; lines have a scale of their own where `isTime`: each quarter is ten times the one below. */
  readonly kind: 'bars' | 'lines' | 'times';
  readonly series: readonly Series[];
  readonly text: (value: number) => string;
  /** What somebody who sees no drawing is told of it. */
  readonly said: (periods: readonly Period[]) => string;
}

/** The span that charts show, and how long a row of their tables is. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly rowMs: number;
}

/** The drawing's own units; it is stretched to the room there is, which its words are not. */
const WIDTH = 600;
const HEIGHT = 120;
/** The times at the bottom and at the top of their scale. */
const [SHORTEST_MS, DECADES] = [10, 4];

/** A chart as a drawing, with a table of the same for whoever does not see it. */
export function chartOf(chart: Chart, periods: readonly Period[], span: Span): Markup {
  const { name, title, series, kind } = chart;
  const top = topOf(chart, periods);
  const draw = kind === 'bars' ? bars : lines;
  return html`<section class="card chart" aria-labelledby="${name}"><h2 id="${name}">${title}</h2>
<figure class="line">
<p class="keys small">${series.map(({ label, tone }) => html`<span><i class="key tone-${tone}"></i>${label}</span>`)}</p>
<div class="plot">${marksOf(chart, top)}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}: ${chart.said(periods)}">
<path class="rule" d="${[0.25, 0.5, 0.75, 1].map((share) => `M0 ${yOf(share)}H${WIDTH}`).join('')}M0 ${HEIGHT}H${WIDTH}"/>
${draw(chart, periods, { span, top })}</svg></div>
<div class="axis small" aria-hidden="true"><span>${clockOf(span.fromMs)}</span><span>${clockOf((span.fromMs + span.toMs) / 2)}</span><span>${clockOf(span.toMs)}</span></div>
<figcaption><details><summary class="small">Ver en una tabla</summary>${tableOf(chart, periods, span)}</details></figcaption>
</figure></section>`;
}

interface Frame {
  readonly span: Span;
  /** The value at the top of the drawing. */
  readonly top: number;
}

function bars({ series }: Chart, periods: readonly Period[], { span, top }: Frame): readonly Markup[] {
  const heights = periods.map(() => 0);
  return series.map(({ tone, of }) => {
    const drawn = periods.map((period, index) => {
      const value = of(period) ?? 0;
      const before = heights[index] ?? 0;
      heights[index] = before + value;
      if (value === 0) return '';
      const [left, right] = [xOf(period.fromMs, span), xOf(period.toMs, span)];
      const [low, high] = [yOf(before / top), yOf((before + value) / top)];
      return `M${left} ${low}V${high}H${rounded(right - (right - left) * 0.15)}V${low}Z`;
    });
    return html`<path class="bar tone-${tone}" d="${drawn.join('')}"/>`;
  });
}

function lines(chart: Chart, periods: readonly Period[], { span, top }: Frame): readonly Markup[] {
  return chart.series.map(({ tone, of }, place) => {
    let isApart = true;
    const drawn = periods.map((period) => {
      const value = of(period);
      if (value === null) {
        isApart = true;
        return '';
      }
      const y = yOf(chart.kind === 'times' ? shareOfTime(value) : value / top);
      // A single look is a stroke as long as its period.
      const begin = isApart ? `M${xOf(period.fromMs, span)} ${y}` : '';
      isApart = false;
      return `${begin}L${xOf(period.toMs, span)} ${y}`;
    });
    return html`<path class="stroke tone-${tone}${place > 0 && ' dashed'}" d="${drawn.join('')}"/>`;
  });
}

function xOf(instantMs: number, { fromMs, toMs }: Span): number {
  const share = (instantMs - fromMs) / (toMs - fromMs);
  return rounded(Math.min(1, Math.max(0, share)) * WIDTH);
}

function yOf(share: number): number {
  return rounded(HEIGHT - Math.min(1, Math.max(0, share)) * (HEIGHT - 6));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The place of a time between the bottom and the top: ten times as long is a quarter higher. */
function shareOfTime(ms: number): number {
  return Math.log10(Math.max(1, ms / SHORTEST_MS)) / DECADES;
}

/** A round number that nothing in the drawing is above. */
function topOf({ kind, series }: Chart, periods: readonly Period[]): number {
  const most = Math.max(
    0,
    ...periods.map((period) => {
      const values = series.map(({ of }) => of(period) ?? 0);
      return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
    }),
  );
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((times) => times * power).find((round) => round >= most) ?? most;
}

function marksOf({ kind, text }: Chart, top: number): readonly Markup[] {
  const quarters = kind === 'times' ? [4, 3, 2, 1] : [4, 2];
  return quarters.map((quarter) => {
    const value = kind === 'times' ? SHORTEST_MS * 10 ** quarter : (top * quarter) / 4;
    return html`<span class="mark mark-${quarter} small" aria-hidden="true">${text(value)}</span>`;
  });
}

function tableOf({ title, series, text }: Chart, periods: readonly Period[], { rowMs }: Span): Markup {
  const rows = [...Map.groupBy(periods, ({ toMs }) => Math.ceil(toMs / rowMs)).values()].toReversed();
  if (rows.length === 0) return html`<p class="soft">Todavía no hay datos.</p>`;
  const cell = (value: number | null) => html`<td>${value === null ? '—' : text(value)}</td>`;
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="${title}, en una tabla"><table class="tight nums"><caption class="hidden-words">${title}</caption><thead><tr><th scope="col">Hasta</th>${series.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${rows.map((row) => {
    const whole = joined(row);
    return html`<tr><th scope="row">${clockOf(whole.toMs)}</th>${series.map(({ of }) => cell(of(whole)))}</tr>`;
  })}</tbody></table></div>`;
}
