import { describe, expect, it } from 'vitest';
import { citus } from '../../support/database.ts';
import { spreadRestore } from './deaths.ts';
import { spreadOf } from './spread.ts';

/** The short forms of two drills; `npm run drill -- citus` and `citus-restore` are the long ones. */
const SHORT = { seed: 7, minutes: 0.2, say: () => undefined };

describe.skipIf(!citus.available)('a whole node on Citus', () => {
  it('answers everything, and loses nothing while a company moves', async () => {
    const run = spreadOf({ parts: 4, turns: 0, promised: 0, fillsSearch: false });
    const { figures, violations } = await run({ ...SHORT, cycles: 4 });
    expect(violations).toEqual([]);
    expect(Number(figures['sold_while_moving'])).toBeGreaterThan(0);
  }, 180_000);

  it('is put back from a backup and reconciled', async () => {
    const { figures, violations } = await spreadRestore({ ...SHORT, cycles: 1, minutes: 1 });
    expect(violations).toEqual([]);
    expect(figures).toMatchObject({ rehearsals: 1 });
  }, 240_000);
});
