import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS, SEEDS_TO_FIND_A_BUG } from './planted/all-bugs.ts';
import { replay, runSeeds } from './run-seeds.ts';

const TIMEOUT_MS = 120_000;

describe('the simulation', () => {
  it('knows enough ways to be wrong', () => {
    expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(15);
  });

  it.for(PLANTED_BUGS)(
    'finds that $name',
    { timeout: TIMEOUT_MS },
    async ({ nearSeed, sabotage }, { annotate }) => {
      const search = { first: nearSeed, count: SEEDS_TO_FIND_A_BUG - nearSeed, sabotage, untilFound: true };
      const { failures, run } = await runSeeds(search);
      expect(failures, `nothing found in ${run} seeds`).not.toEqual([]);
      const seed = failures[0]?.seed ?? 0;
      await annotate(`seed ${seed}: ${failures[0]?.violations[0]?.invariant}`);
      expect((await replay(seed)).violations, 'without the bug the same world breaks no rule').toEqual([]);
    },
  );
});
