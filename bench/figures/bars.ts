import { show } from './markdown.ts';
import type { Spread } from './statistics.ts';
import { at, colour, svgOf, text } from './svg.ts';

export interface Bar extends Spread {
  readonly label: string;
}

export interface Bars {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Where a line is drawn across all bars, such as at a goal. */
  readonly mark?: number;
}

const [LEFT, TOP, ROW, WIDTH, RIGHT] = [400, 34, 26, 1_000, 70];

/** Bars that lie, one under the other: the median as a bar, least to most as a line across its end. */
export function barsSvg({ title, bars, mark }: Bars): string {
  const most = Math.max(1e-9, mark ?? 0, ...bars.map((bar) => bar.most));
  const x = (value: number) => LEFT + (value / most) * (WIDTH - LEFT - RIGHT);
  const height = TOP + bars.length * ROW + 12;
  const line =
    mark === undefined
      ? []
      : [
          `<line x1="${at(x(mark))}" y1="${TOP - 6}" x2="${at(x(mark))}" y2="${height - 8}" stroke="#d55e00" stroke-dasharray="4 3"/>`,
        ];
  return svgOf({ width: WIDTH, height, title }, [
    ...bars.flatMap((bar, row) => barShapes(bar, TOP + row * ROW, x)),
    ...line,
  ]);
}

function barShapes(bar: Bar, y: number, x: (value: number) => number): readonly string[] {
  const middle = y + ROW / 2 - 3;
  return [
    text({ x: LEFT - 8, y: middle + 4, anchor: 'end' }, bar.label),
    `<rect x="${LEFT}" y="${y}" width="${at(x(bar.median) - LEFT)}" height="${ROW - 6}" fill="${colour(0)}" fill-opacity="0.75"/>`,
    `<path d="M${at(x(bar.least))} ${middle}H${at(x(bar.most))}M${at(x(bar.least))} ${middle - 4}v8M${at(x(bar.most))} ${middle - 4}v8" stroke="#000" fill="none"/>`,
    text({ x: x(bar.most) + 6, y: middle + 4, anchor: 'start' }, show(bar.median)),
  ];
}
