import { describe, expect, it } from 'vitest';
import { printSeed, replay, runSeeds } from './run-seeds.ts';

/** Enough to see every fault many times over; the drill runs 100,000. */
const SEEDS = 2_000;
const TIMEOUT_MS = 120_000;

const MISHAPS = [
  /node \d'* dies/,
  /node \d'* stands still for \d{6,} ms/,
  /cannot reach the authority/,
  /late bytes arrive/,
  /hears silent/,
  /hears rejected/,
  /hears already_registered/,
  /hears absent/,
  /warns: control_number_taken_by_another_system/,
  /warns: signing_failed/,
  /claim of R\d: BrokenLine/,
  /claim of R\d: RolledBack/,
  /claim of R\d, R\d/,
  /(settle|renew|recordResend|closeAttempt).*: lease lost/,
  /closeAttempt \d not_delivered: done/,
  /closeAttempt \d absent: done/,
  /keepUnsent/,
  /works on R\d/,
  /hears stamped, a duplicate/,
  /hears contingency/,
  /hears doc_type_changed/,
  /hears failed/,
];

const chosen = process.env['SELLO_SEED'];

describe('a simulated world', () => {
  it(
    chosen === undefined ? `breaks no rule under ${SEEDS} seeds` : `of seed ${chosen} breaks no rule`,
    async () => {
      if (chosen !== undefined) process.stdout.write(`${printSeed(await replay(Number(chosen)))}\n`);
      const worlds = chosen === undefined ? { first: 1, count: SEEDS } : { first: Number(chosen), count: 1 };
      const { run, failures } = await runSeeds(worlds);
      expect(run).toBe(worlds.count);
      const [first] = failures;
      if (first !== undefined) expect.fail(printSeed(await replay(first.seed)));
    },
    TIMEOUT_MS,
  );

  it('is bad enough: every kind of mishap comes to pass in a few hundred worlds', async () => {
    const stories: string[] = [];
    for (let seed = 1; seed <= 300; seed += 1) stories.push(...(await replay(seed)).trace);
    const whole = stories.join('\n');
    for (const mishap of MISHAPS) expect(whole).toMatch(mishap);
  });

  it('is the same again, whichever worlds run beside it', async () => {
    const [alone, again] = [await replay(55), await replay(55)];
    expect(alone.trace.length).toBeGreaterThan(50);
    expect(again).toEqual(alone);
    const [first, others] = await Promise.all([replay(55), runSeeds({ first: 50, count: 10 })]);
    expect(first).toEqual(alone);
    expect(others.run).toBe(10);
  });

  it('is another one for another seed', async () => {
    expect((await replay(56)).trace).not.toEqual((await replay(55)).trace);
  });

  it('tells a failure by its number, its rule and its story', async () => {
    const sabotage = { rules: () => ({ holds: () => true }) };
    const { failures } = await runSeeds({ first: 1, count: 2_000, sabotage, untilFound: true });
    const seed = failures[0]?.seed ?? 0;
    const result = await replay(seed, sabotage);
    expect(result.violations).toEqual(failures[0]?.violations);
    const [headline, ...story] = printSeed(result).split('\n');
    expect(headline).toBe(
      `seed ${seed}: ${result.violations.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('; ')}`,
    );
    expect(story.at(-1)).toBe(`Replay with SELLO_SEED=${seed} npm run -s vitest -- run test/simulation`);
    expect(story.filter((line) => line.includes('VIOLATION'))).toHaveLength(result.violations.length);
  });
});
