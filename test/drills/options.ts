import type { RigOptions } from './rig.ts';

/** How long a drill goes on, and with which chances; every drill ends at the earlier of the two limits. */
export interface DrillOptions {
  /** What a cycle is, each drill says. */
  readonly cycles: number;
  readonly seed: number;
  readonly minutes: number;
  readonly say: (line: string) => void;
  /** The main program of the nodes; the product's own unless told otherwise. */
  readonly main?: string;
  /** Where a drill keeps what it sells, unless it says so itself: a server of its own unless told otherwise. */
  readonly database?: RigOptions['database'];
}

/** A promise of ours that did not hold, with what is needed to look at it. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** What a drill came to; `figures` is what it measured. */
export interface DrillResult {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly violations: readonly Violation[];
}

export type Drill = (options: DrillOptions) => Promise<DrillResult>;

/** One broken promise for each of these. */
export function broken(rule: string, found: readonly unknown[]): readonly Violation[] {
  return found.map((one) => ({ rule, what: typeof one === 'string' ? one : JSON.stringify(one) }));
}

/** A broken promise where it does not hold. */
export function unless(holds: boolean, rule: string, what: unknown): readonly Violation[] {
  return broken(rule, holds ? [] : [what]);
}

/** What the parts of a drill came to. */
export function together(...parts: readonly Partial<DrillResult>[]): DrillResult {
  return {
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
    violations: parts.flatMap(({ violations = [] }) => violations),
  };
}

/** A stream of chances from 0 up to 1 that a seed decides. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    const first = Math.imul(state ^ (state >>> 15), state | 1);
    const second = first ^ (first + Math.imul(first ^ (first >>> 7), first | 61));
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The smallest value that at least this share of the values does not exceed; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** A time limit that begins now. */
export function deadlineOf({ minutes }: Pick<DrillOptions, 'minutes'>): () => boolean {
  const until = performance.now() + minutes * 60_000;
  return () => performance.now() >= until;
}
