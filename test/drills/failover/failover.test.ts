import { describe, expect, it } from 'vitest';
import { FAIL_BACK, PRIMARY_KILLED } from './cases.ts';
import { failOverIsPossible } from './cluster.ts';
import { failOverOf } from './failover.ts';

/** The short form of the drill; `npm run drill -- failover` is the long one. */
describe.skipIf(!failOverIsPossible)('PostgreSQL under Patroni as docs/scale.md sets it up', () => {
  it('fails over and back under load, and loses, doubles and skips nothing', async () => {
    const run = failOverOf([PRIMARY_KILLED, FAIL_BACK]);
    const { figures, violations } = await run({ cycles: 1, seed: 7, minutes: 3, say: () => undefined });
    expect(violations).toEqual([]);
    expect(Number(figures['fail_overs'])).toBeGreaterThan(0);
  }, 240_000);
});
