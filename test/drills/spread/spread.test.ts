import { describe, expect, it } from 'vitest';
import { citus } from '../../support/database.ts';
import { spreadOf } from './spread.ts';

/** The short form of the drill; `npm run drill -- citus` is the long one. */
describe.skipIf(!citus.available)('a whole node on Citus', () => {
  it('answers everything, and loses nothing while a company moves', async () => {
    const run = spreadOf({ parts: 4, turns: 1, promised: 0, fillsSearch: false });
    const { figures, violations } = await run({ cycles: 4, seed: 7, minutes: 0.2, say: () => undefined });
    expect(violations).toEqual([]);
    expect(Number(figures['sold_while_moving'])).toBeGreaterThan(0);
  }, 180_000);
});
