/** What a series of turns came to: its median, and its least and most as the noise of the run. */
export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** The smallest value that at least this share (0 to 1) of the values does not exceed; 0 for none. */
export function quantile(values: Iterable<number>, share: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), share);
}

/** The same of values that stand in ascending order. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The value in the middle, or the mean of the two there; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { least: 0, median: 0, most: 0 };
  return { least: Math.min(...values), median: median(values), most: Math.max(...values) };
}

/**
 * How one series stands to another that was measured by turns with it: the ratio of their medians, with the least and
 * the most of the ratios within a turn.
 */
export function ratioOf(series: readonly number[], base: readonly number[]): Spread {
  const byTurn = series.flatMap((value, turn) => {
    const beside = base[turn];
    return beside === undefined || beside === 0 ? [] : [value / beside];
  });
  const { least, most } = spreadOf(byTurn);
  return { least, median: median(base) === 0 ? 0 : median(series) / median(base), most };
}
