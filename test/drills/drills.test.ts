import { describe, expect, it } from 'vitest';
import { DRILLS } from './all-drills.ts';
import { shortCertify } from './certify.ts';
import { children } from './children.ts';
import { clonedDatabase } from './cloned-database.ts';
import { shortFaults } from './faults.ts';
import { shortImpatient } from './impatient.ts';
import { kills } from './kills.ts';
import { restore } from './restore.ts';
import { rolling } from './rolling.ts';

/**
 * The short forms of seven drills, with the rules of the long form; `npm run drill` knows all of them, and the promises
 * of the others have tests of their own (races, contingency, background).
 */
const SHORT = { seed: 7, minutes: 1, say: () => undefined };
const PATIENCE_MS = 120_000;

it('every drill has a length and a limit of time', () => {
  expect(DRILLS.size).toBeGreaterThan(5);
  for (const { cycles, minutes } of DRILLS.values()) expect([cycles > 0, minutes > 0]).toEqual([true, true]);
});

describe('a drill in short', () => {
  it.each([
    ['kills', { run: kills, cycles: 3 }, {}],
    ['children', { run: children, cycles: 4, database: clonedDatabase }, { kills: 4 }],
    ['faults', { run: shortFaults, cycles: 60, database: clonedDatabase }, { sales: 60, stamps: 60 }],
    ['restore', { run: restore, cycles: 1 }, { rehearsals: 1 }],
    [
      'certify',
      { run: shortCertify, cycles: 2, database: clonedDatabase },
      { kills: 4, documents: 50, events: 20 },
    ],
    ['impatient', { run: shortImpatient, cycles: 150 }, { requests: 150 }],
    [
      'rolling',
      { run: rolling, cycles: 2, database: clonedDatabase },
      { restarts: 2, unanswered_posts: 0, failed_posts: 0 },
    ],
  ])(
    '%s breaks no promise',
    async (_name, { run, ...how }, expected) => {
      const { figures, violations } = await run({ ...SHORT, ...how });
      expect(violations).toEqual([]);
      expect(figures).toMatchObject(expected);
    },
    PATIENCE_MS,
  );
});
