import { describe, expect, it } from 'vitest';
import { printSeed, replay, runSeeds } from './run-seeds.ts';

/** Enough to see every fault many times over; the drill runs 100,000. */
const SEEDS = 2_000;
const TIMEOUT_MS = 120_000;

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
    expect(story.at(-1)).toBe(`Replay with SELLO_SEED=${seed} npx vitest run test/simulation`);
    expect(story.filter((line) => line.includes('VIOLATION'))).toHaveLength(result.violations.length);
  });
});
