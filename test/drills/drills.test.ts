import { describe, expect, it } from 'vitest';
import { DRILLS } from './all-drills.ts';
import type { Drill } from './options.ts';

/**
 * The short forms of two drills, with the rules of the long form; `npm run drill` knows all of them, and the promises of
 * the others have tests of their own (races, contingency, background, rolling restart).
 */
const SHORT = { seed: 7, minutes: 0.5, say: () => undefined };
const PATIENCE_MS = 120_000;

function drillOf(name: string): Drill {
  const drill = DRILLS.get(name);
  if (drill === undefined) throw new Error(`no drill ${name}`);
  return drill.run;
}

describe('a drill in short', () => {
  it.each([
    ['kills', 3, {}],
    ['faults', 60, { sales: 60, stamps: 60 }],
  ])(
    '%s breaks no promise',
    async (name, cycles, expected) => {
      const { figures, violations } = await drillOf(name)({ ...SHORT, cycles });
      expect(violations).toEqual([]);
      expect(figures).toMatchObject(expected);
    },
    PATIENCE_MS,
  );
});
