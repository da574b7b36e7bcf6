import { show } from './markdown.ts';
import { quantileOfSorted } from './statistics.ts';
import { at, colour, svgOf, text } from './svg.ts';

export interface Curve {
  readonly label: string;
  /** In milliseconds, in any order. */
  readonly latencies: Float64Array;
}

const [LEFT, TOP, RIGHT, BOTTOM, WIDTH, HEIGHT] = [70, 40, 340, 40, 1_000, 420] as const;
const NINES = 4;
const STEPS = 80;
const SHOWN_SHARES = [0.5, 0.9, 0.99, 0.999, 0.9999] as const;

/** Share of requests, drawn so that each further nine takes as much room as the one before. */
function x(share: number): number {
  return LEFT + (-Math.log10(1 - share) / NINES) * (WIDTH - LEFT - RIGHT);
}

/** Latencies by the share of requests that were no slower, in milliseconds on a logarithmic scale. */
export function curvesSvg(title: string, curves: readonly Curve[]): string {
  const drawn = curves.filter(({ latencies }) => latencies.length > 0);
  const sorted = drawn.map(({ latencies }) => latencies.toSorted());
  const lowest = Math.min(...sorted.map((values) => values[0] ?? 1), 1);
  const highest = Math.max(...sorted.map((values) => values.at(-1) ?? 1), 1);
  const [from, to] = [Math.floor(Math.log10(Math.max(lowest, 0.01))), Math.ceil(Math.log10(highest))];
  const span = Math.max(1, to - from);
  const y = (ms: number) =>
    HEIGHT - BOTTOM - ((Math.log10(Math.max(ms, 0.01)) - from) / span) * (HEIGHT - TOP - BOTTOM);
  const decades = Array.from({ length: span + 1 }, (_, index) => 10 ** (from + index));
  return svgOf({ width: WIDTH, height: HEIGHT, title }, [
    ...decades.flatMap((ms) => gridLine(ms, y(ms))),
    ...SHOWN_SHARES.map((share) =>
      text(
        { x: x(share), y: HEIGHT - BOTTOM + 18, anchor: 'middle' },
        `p${Number((share * 100).toFixed(2))}`,
      ),
    ),
    ...sorted.map((values, index) => pathOf(values, y, colour(index))),
    ...drawn.map(({ label }, index) => legend(label, index)),
  ]);
}

function gridLine(ms: number, y: number): readonly string[] {
  return [
    `<line x1="${LEFT}" y1="${at(y)}" x2="${WIDTH - RIGHT}" y2="${at(y)}" stroke="#ddd"/>`,
    text({ x: LEFT - 6, y: y + 4, anchor: 'end' }, `${show(ms)} ms`),
  ];
}

/** Ends where a single request would be the whole share that is left. */
function pathOf(sorted: Float64Array, y: (ms: number) => number, stroke: string): string {
  const nines = Math.min(NINES, Math.log10(sorted.length));
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const share = 1 - 10 ** (-(nines * step) / STEPS);
    return `${at(x(share))} ${at(y(quantileOfSorted(sorted, share)))}`;
  });
  return `<path d="M${points.join('L')}" stroke="${stroke}" stroke-width="2" fill="none"/>`;
}

function legend(label: string, index: number): string {
  const y = TOP + index * 20;
  return `<rect x="${WIDTH - RIGHT + 12}" y="${y}" width="12" height="12" fill="${colour(index)}"/>\n${text({ x: WIDTH - RIGHT + 30, y: y + 11, anchor: 'start' }, label)}`;
}
