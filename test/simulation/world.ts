import { createDice, type Dice } from './dice.ts';
import { createEventQueue } from './event-queue.ts';
import {
  drawFaults,
  drawQueries,
  drawTricks,
  type Faults,
  NO_FAULTS,
  type Queries,
  type Tricks,
} from './faults.ts';

/** Something that must never happen, and did. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** Time, chance and what goes wrong in one simulated world. */
export interface World {
  readonly dice: Dice;
  readonly faultsEndMs: number;
  /** Milliseconds since the world began. */
  nowMs(): number;
  /** What clocks on the wall show at an instant of simulated time; months may pass there in a moment. */
  wallMs(atMs: number): number;
  /** The faults of this instant; none once the bad days are over. */
  faults(): Faults;
  after(delayMs: number, run: () => void): void;
  /** As `after`, for a look that finds nothing unless something else happens first: a world that is left with such is over. */
  rest(delayMs: number, run: () => void): void;
  /** As `after`, for what makes code under test go on: its own next awaits come before the next event. */
  resume(delayMs: number, run: () => void): void;
  sleep(delayMs: number): Promise<void>;
  note(line: () => string): void;
  violate(invariant: string, detail: string): void;
  readonly violations: readonly Violation[];
  readonly trace: readonly string[];
  /** Whether whoever could go on for ever has to stop. */
  isOver(): boolean;
  /** Runs events until code under test has to go on; false when nothing is left to happen. */
  step(): boolean;
}

export interface WorldOptions {
  readonly seed: number;
  readonly faultsEndMs: (dice: Dice) => number;
  readonly traced: boolean;
  /** How long the world goes on after its bad days. */
  readonly restMs: number;
  readonly wallMs: (atMs: number) => number;
}

/** Drawn apart from all else, so that worlds without tricks do not depend on them. */
const TRICK_SEED = 1_300_000_027;
const QUERY_SEED = 1_900_000_043;

function tricksOf(seed: number, faults: Pick<Faults, 'crowded'>, faultsEndMs: number): Tricks & Queries {
  const tricks = drawTricks(createDice(TRICK_SEED + seed), faults, faultsEndMs);
  return { ...tricks, ...drawQueries(createDice(QUERY_SEED + seed), faultsEndMs) };
}

export function createWorld({ seed, faultsEndMs: drawEnd, traced, restMs, wallMs }: WorldOptions): World {
  const dice = createDice(seed);
  const faultsEndMs = drawEnd(dice);
  const faults = drawFaults(dice, faultsEndMs);
  const { crowded, lenient, skewMs } = faults;
  const tricks = tricksOf(seed, faults, faultsEndMs);
  const drawn = { ...faults, ...tricks };
  const afterwards = { ...NO_FAULTS, ...tricks, away: [], ghost: 0, slowMs: 0, crowded, lenient, skewMs };
  const queue = createEventQueue();
  const [violations, trace]: [Violation[], string[]] = [[], []];
  let [nowMs, sequence, resumed, busy] = [0, 0, false, 0];
  const rest = (delayMs: number, run: () => void) => {
    sequence += 1;
    queue.push({ atMs: nowMs + Math.max(0, Math.round(delayMs)), tie: dice.below(1024), sequence, run });
  };
  const after = (delayMs: number, run: () => void) => {
    busy += 1;
    rest(delayMs, () => {
      busy -= 1;
      run();
    });
  };
  const note = (line: () => string) => {
    if (traced) trace.push(`${String(nowMs).padStart(10)} ms  ${line()}`);
  };
  const resume = (delayMs: number, run: () => void) =>
    after(delayMs, () => {
      resumed = true;
      run();
    });
  return {
    dice,
    faultsEndMs,
    nowMs: () => nowMs,
    wallMs,
    faults: () => (nowMs < faultsEndMs ? drawn : afterwards),
    after,
    rest,
    resume,
    sleep: (delayMs) => new Promise((wake) => resume(delayMs, () => wake())),
    note,
    violate(invariant, detail) {
      note(() => `VIOLATION ${invariant}: ${detail}`);
      violations.push({ invariant, detail });
    },
    violations,
    trace,
    isOver: () => nowMs >= faultsEndMs + restMs,
    step() {
      resumed = false;
      while (busy > 0 && !resumed) {
        const event = queue.pop();
        if (event === undefined) break;
        nowMs = event.atMs;
        event.run();
      }
      return resumed;
    },
  };
}
