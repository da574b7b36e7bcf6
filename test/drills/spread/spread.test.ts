import { describe, expect, it } from 'vitest';
import { citus } from '../../support/database.ts';
import { spreadKills, spreadRestore } from './deaths.ts';
import { spreadOf } from './spread.ts';

/** The short forms of three drills; `npm run drill -- citus`, `citus-restore` and `citus-kills` are the long ones. */
const SHORT = { seed: 7, minutes: 1, say: () => undefined };

describe.skipIf(!citus.available)('a whole node on Citus', () => {
  it('answers everything, and loses nothing while a company moves', async () => {
    const run = spreadOf({ parts: 4, turns: 1, promised: 0, fillsSearch: false });
    const { figures, violations } = await run({ cycles: 4, seed: 7, minutes: 0.2, say: () => undefined });
    expect(violations).toEqual([]);
    expect(Number(figures['sold_while_moving'])).toBeGreaterThan(0);
  }, 180_000);

  it.each([
    ['is put back from a backup and reconciled', { run: spreadRestore, cycles: 1 }, { rehearsals: 1 }],
    ['breaks no promise where nodes and all its servers die', { run: spreadKills, cycles: 3 }, {}],
  ])(
    '%s',
    async (_name, { run, cycles }, expected) => {
      const { figures, violations } = await run({ ...SHORT, cycles });
      expect(violations).toEqual([]);
      expect(figures).toMatchObject(expected);
    },
    240_000,
  );
});
