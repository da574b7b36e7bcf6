import { openSeed, type Sabotage, type SeedResult, type SeedRun } from './run-seed.ts';

export interface Seeds {
  readonly first: number;
  readonly count: number;
  readonly sabotage?: Sabotage;
  /** Stops after the first violation. */
  readonly untilFound?: boolean;
  /** Whether what happened in each world is told, too. */
  readonly traced?: boolean;
}

export interface SeedsResult {
  readonly run: number;
  readonly failures: readonly SeedResult[];
  /** What happened in all of them, where it was asked for. */
  readonly trace: readonly string[];
}

/** Worlds that take turns; they share nothing, so that none sees the others. */
const ABREAST = 50;
/** Fewer where the first failure ends the search, and with it all that is under way. */
const ABREAST_UNTIL_FOUND = 8;

/**
 * Runs the worlds of consecutive seeds. After every step the event loop turns once, for the code under test to go on
 * as far as it can without another event; the turn is shared, because it is what costs the time.
 */
export async function runSeeds({
  first,
  count,
  sabotage = {},
  untilFound = false,
  traced = false,
}: Seeds): Promise<SeedsResult> {
  const abreast = untilFound ? ABREAST_UNTIL_FOUND : ABREAST;
  const [failures, trace]: [SeedResult[], string[]] = [[], []];
  let [next, run, running] = [first, 0, [] as SeedRun[]];
  while (running.length > 0 || next < first + count) {
    while (running.length < abreast && next < first + count) {
      running.push(openSeed({ seed: next, sabotage, traced }));
      next += 1;
    }
    await new Promise(setImmediate);
    const going = running.filter((world) => world.step());
    const ended = running.filter((world) => !going.includes(world)).map((world) => world.result());
    run += ended.length;
    failures.push(...ended.filter(({ violations }) => violations.length > 0));
    for (const world of ended) trace.push(...world.trace);
    if (untilFound && failures.length > 0) break;
    running = going;
  }
  return { run, failures: failures.toSorted((a, b) => a.seed - b.seed), trace };
}

/** One world again, with its trace. */
export async function replay(seed: number, sabotage: Sabotage = {}): Promise<SeedResult> {
  const world = openSeed({ seed, traced: true, sabotage });
  do await new Promise(setImmediate);
  while (world.step());
  return world.result();
}

/** A failure as its report: the number, what was violated, and what happened. */
export function printSeed({ seed, violations, trace }: SeedResult): string {
  const broken = violations.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('; ');
  return [
    `seed ${seed}: ${broken === '' ? 'no rule broken' : broken}`,
    ...trace,
    `Replay with SELLO_SEED=${seed} npm run -s vitest -- run test/simulation`,
  ].join('\n');
}
