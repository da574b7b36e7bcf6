import { describe, expect, it } from 'vitest';
import { DRILLS } from './all-drills.ts';
import type { Drill } from './options.ts';
import { parallelOf } from './parallel.ts';

/** The short forms: a few cycles each, with the rules of the long form. */
const SHORT = { seed: 7, minutes: 0.5, say: () => undefined };
const PATIENCE_MS = 120_000;

function drillOf(name: string): Drill {
  const drill = DRILLS.get(name);
  if (drill === undefined) throw new Error(`no drill ${name}`);
  return drill.run;
}

describe('a drill in short', () => {
  it.each([
    ['kills', 5, { postgres_kills: 1 }],
    ['faults', 60, { sales: 60, stamps: 60 }],
    ['contingency', 60, { queued: 60 }],
    ['outage', 20, { posts_in_outage: 20 }],
    ['rolling', 2, { restarts: 2, unanswered_posts: 0, failed_posts: 0 }],
  ])(
    '%s breaks no promise',
    async (name, cycles, expected) => {
      const { figures, violations } = await drillOf(name)({ ...SHORT, cycles });
      // A busy machine makes single posts slow; the long form holds the time against a quiet one.
      expect(violations.filter(({ rule }) => rule !== 'slow in an outage')).toEqual([]);
      expect(figures).toMatchObject(expected);
    },
    PATIENCE_MS,
  );

  it(
    'parallel breaks no promise',
    async () => {
      const { figures, violations } = await parallelOf(200)({ ...SHORT, cycles: 1 });
      expect(violations).toEqual([]);
      expect(figures).toMatchObject({ rounds: 1 });
    },
    PATIENCE_MS,
  );
});
