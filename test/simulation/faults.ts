import type { Dice } from './dice.ts';

/** How often each thing goes wrong; shares are from 0 to 1. */
export interface Faults {
  /** A query finds the line to the database broken; nothing happened. */
  readonly brokenLine: number;
  /** The line breaks during COMMIT; it happened or not. */
  readonly unansweredCommit: number;
  /** A node dies around a call of a port. */
  readonly crash: number;
  /** A node stands still around a call of a port, for up to `longestPauseMs`. */
  readonly pause: number;
  readonly longestPauseMs: number;
  readonly signingFailure: number;
  /** Reception cannot be reached: not one byte leaves. */
  readonly unreachable: number;
  readonly lostRequest: number;
  readonly lostAnswer: number;
  /** The request arrives later than the caller waits, at the latest when the quarantine ends. */
  readonly zombie: number;
  /** The request arrives a second time. */
  readonly duplicate: number;
  readonly silentQuery: number;
  /** A stamped document is not shown to queries at once, at the latest when the quarantine of its bytes ends. */
  readonly lag: number;
  /** The authority finds fault with bytes although nothing is wrong with the payload. */
  readonly whim: number;
  /** The authority refuses a lote as a whole. */
  readonly refusedLote: number;
  /** Clocks of two nodes differ by up to twice this. */
  readonly skewMs: number;
  /** How many numbers of the series somebody else has used. */
  readonly foreignNumbers: number;
  /** The authority does not look whether a number is taken; ours must not count on it. */
  readonly lenient: boolean;
  /** A whole shop sells during an outage that lasts until its documents are formal. */
  readonly crowded: boolean;
  /** Hours without reception. */
  readonly outages: readonly Span[];
  /** The index of documents is away: the authority denies whatever it is asked about. */
  readonly away: readonly Span[];
  /** A copy of stamped bytes is told that its number is taken, because the authority looks at that first. */
  readonly numberFirst: boolean;
  /** Each sending of the same bytes is judged anew. */
  readonly moody: boolean;
  /** Documents of tomorrow are rejected, and those that are older than yesterday unless they are formal. */
  readonly strictDates: boolean;
  /** How far the clock is off by which the authority dates its seals. */
  readonly clockOffMs: number;
  /** Bytes that were lost arrive after their quarantine all the same, before any others under their number. */
  readonly ghost: number;
  /** A query may take so much longer to reach the database. */
  readonly slowMs: number;
  /** Whoever stands still sleeps with the whole machine, whose monotonic clock stands still, too. */
  readonly sleeps: boolean;
  /**
   * A query repeats the rejection of what is not stamped, and says of what is not shown yet that its code is registered, and
   * of what is invalidated that it is.
   */
  readonly refuses: boolean;
  /** Until then queries about one document are answered by an error of the authority's. */
  readonly muteUntilMs: number;
}

/** Two instants of simulated time. */
interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A world in which nothing goes wrong. */
export const NO_FAULTS: Faults = {
  brokenLine: 0,
  unansweredCommit: 0,
  crash: 0,
  pause: 0,
  longestPauseMs: 0,
  signingFailure: 0,
  unreachable: 0,
  lostRequest: 0,
  lostAnswer: 0,
  zombie: 0,
  duplicate: 0,
  silentQuery: 0,
  lag: 0,
  whim: 0,
  refusedLote: 0,
  skewMs: 0,
  foreignNumbers: 0,
  lenient: false,
  crowded: false,
  outages: [],
  away: [],
  numberFirst: false,
  moody: false,
  strictDates: false,
  clockOffMs: 0,
  ghost: 0,
  slowMs: 0,
  sleeps: false,
  refuses: false,
  muteUntilMs: 0,
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Bad days that go on after the outage of a crowd, so that its event and its lotes meet them. */
const LONG_MS = 70 * MINUTE_MS;

/** Every world has its own mix: most faults are absent from most worlds, so that each also shows without the others. */
export function drawFaults(dice: Dice, faultsEndMs: number): Omit<Faults, keyof Tricks | keyof Queries> {
  const some = (most: number) => (dice.chance(0.45) ? (most * dice.between(5, 100)) / 100 : 0);
  const crowded = faultsEndMs > LONG_MS && dice.chance(0.12);
  // A lote takes dozens of calls to the database: most of them have to succeed for it to leave.
  const ofCalls = (most: number) => some(crowded ? most / 12 : most);
  const outage = () => {
    if (crowded) return { fromMs: 0, untilMs: dice.between(18, 32) * MINUTE_MS };
    const fromMs = dice.between(0, Math.min(faultsEndMs, 60 * MINUTE_MS));
    const lengthMs = dice.chance(0.4) ? dice.between(16, 40) * MINUTE_MS : dice.upTo(40 * MINUTE_MS);
    return { fromMs, untilMs: fromMs + lengthMs };
  };
  return {
    brokenLine: ofCalls(0.05),
    unansweredCommit: ofCalls(0.08),
    crash: ofCalls(0.08),
    pause: ofCalls(0.08),
    longestPauseMs: dice.pick([5_000, 30_000, 5 * MINUTE_MS, 30 * MINUTE_MS]),
    signingFailure: some(0.2),
    unreachable: some(0.3),
    lostRequest: some(0.4),
    lostAnswer: some(0.5),
    zombie: some(0.5),
    duplicate: some(0.2),
    silentQuery: some(0.4),
    lag: some(0.5),
    whim: some(0.3),
    refusedLote: some(1),
    skewMs: dice.pick([0, 0, 1_000, 120_000]),
    foreignNumbers: dice.chance(0.1) ? dice.between(1, 2) : 0,
    lenient: dice.chance(0.5),
    crowded,
    outages: crowded || dice.chance(0.4) ? [outage()] : [],
  };
}

/** What the authority may do beyond going wrong: it says what is not so, or judges by rules that nobody knows. */
export type Tricks = Pick<
  Faults,
  'away' | 'numberFirst' | 'moody' | 'strictDates' | 'clockOffMs' | 'ghost' | 'slowMs' | 'sleeps'
>;

const NO_TRICKS: Tricks = {
  away: [],
  numberFirst: false,
  moody: false,
  strictDates: false,
  clockOffMs: 0,
  ghost: 0,
  slowMs: 0,
  sleeps: false,
};

/**
 * In every third world, where no crowd would make it slow; they outlast the bad days, but for false denials. Worlds that
 * are long enough for a second code have most of them, and the ghosts of the first.
 */
export function drawTricks(dice: Dice, { crowded }: Pick<Faults, 'crowded'>, faultsEndMs: number): Tricks {
  const isLong = faultsEndMs > DAY_MS;
  if (crowded || !dice.chance(isLong ? 0.8 : 0.35)) return NO_TRICKS;
  return {
    away: dice.chance(0.4) ? drawAway(dice, faultsEndMs) : [],
    numberFirst: dice.chance(0.5),
    moody: dice.chance(isLong ? 0.9 : 0.5),
    strictDates: dice.chance(0.4),
    clockOffMs: dice.pick([0, 0, -60_000, -20_000, 20_000, 60_000]),
    ghost: dice.chance(isLong ? 0.8 : 0.4) ? 0.5 : 0,
    slowMs: dice.pick([0, 0, 2_000, 30_000, 120_000]),
    sleeps: dice.chance(0.5),
  };
}

/** What queries are answered. */
export type Queries = Pick<Faults, 'refuses' | 'muteUntilMs'>;

/** Longer than a circuit may stay open once the authority can be reached. */
const MUTE_IN_GOOD_DAYS_MS = 12 * MINUTE_MS;

/** In every third world, beside all other faults; a document without answers keeps them into the good days. */
export function drawQueries(dice: Dice, faultsEndMs: number): Queries {
  const refuses = dice.chance(0.3);
  return { refuses, muteUntilMs: dice.chance(0.15) ? faultsEndMs + MUTE_IN_GOOD_DAYS_MS : 0 };
}

/** One or two spans, of which each is longer than a few questions and far from the other. */
function drawAway(dice: Dice, faultsEndMs: number): readonly Span[] {
  const first = dice.between(0, faultsEndMs);
  const untilMs = first + dice.between(1, 40) * MINUTE_MS;
  const again = untilMs + dice.between(2, 20) * MINUTE_MS;
  const spans = [{ fromMs: first, untilMs }];
  return dice.chance(0.5) ? spans : [...spans, { fromMs: again, untilMs: again + 10 * MINUTE_MS }];
}
