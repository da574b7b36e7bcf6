import type { Spread } from './statistics.ts';

/** A figure to three digits, as a reader compares them; whole from 100 on. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}

/** Median with the least and the most, as in `12 (11 to 14)`. */
export function showSpread({ least, median, most }: Spread): string {
  return `${show(median)} (${show(least)} to ${show(most)})`;
}

/** A table of Markdown; a pipe within a cell is escaped. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
