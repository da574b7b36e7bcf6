import {
  type CallOutcome,
  METERED_OUTCOMES,
  type Meter,
  type MeteredOutcome,
  type MeteredService,
} from './metrics-ports.ts';

/** What requests to issue, and calls to the authority, came to in a span of time. */
export interface Tally {
  readonly issued: Readonly<Record<MeteredOutcome, number>>;
  /** How many documents took a time of each class to their stamp; see `classEndMs`. */
  readonly times: readonly number[];
  readonly calls: { readonly answered: number; readonly silent: number };
}

/** A meter that also keeps what it has counted since it was looked at last. */
export interface TalliedMeter {
  readonly meter: Meter;
  take(): Tally;
}

/** Each class of times ends a fifth above the one before it; the last, at more than a minute, has no end. */
const GROWTH = 1.2;
const CLASSES = 64;
const SILENT: readonly CallOutcome<MeteredService>[] = ['silent', 'not_delivered'];

export function talliedMeter(meter: Meter): TalliedMeter {
  let tally = emptyTally();
  return {
    meter: {
      ...meter,
      issuance(issuance) {
        const { outcome, durationMs } = issuance;
        tally.issued[outcome] += 1;
        if (outcome === 'stamped' && durationMs !== null) {
          const index = classOf(durationMs);
          tally.times[index] = (tally.times[index] ?? 0) + 1;
        }
        meter.issuance(issuance);
      },
      call(call) {
        if (SILENT.includes(call.outcome)) tally.calls.silent += 1;
        else tally.calls.answered += 1;
        meter.call(call);
      },
    },
    take() {
      const taken = tally;
      tally = emptyTally();
      return taken;
    },
  };
}

function emptyTally() {
  return {
    issued: { stamped: 0, contingency: 0, rejected: 0, duplicate: 0, refused: 0, failed: 0 },
    times: new Array<number>(CLASSES).fill(0),
    calls: { answered: 0, silent: 0 },
  };
}

function classOf(durationMs: number): number {
  return Math.min(CLASSES - 1, Math.ceil(Math.log(Math.max(1, durationMs)) / Math.log(GROWTH)));
}

/** All of these together. */
export function summedTally(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const { issued, times, calls } of tallies) {
    for (const outcome of METERED_OUTCOMES) sum.issued[outcome] += issued[outcome];
    times.forEach((count, index) => {
      sum.times[index] = (sum.times[index] ?? 0) + count;
    });
    sum.calls.answered += calls.answered;
    sum.calls.silent += calls.silent;
  }
  return sum;
}

/** The time, in milliseconds, within which this share of the stamps came, to a fifth; null where there was none. */
export function timeWithin({ times }: Pick<Tally, 'times'>, share: number): number | null {
  const wanted = Math.ceil(times.reduce((sum, count) => sum + count, 0) * share);
  if (wanted === 0) return null;
  let seen = 0;
  const index = times.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
  return GROWTH ** index;
}
