import { inject } from 'vitest';

/**
 * Whether this run takes what is at this position: every second one, and the others in the next run (SELLO_TEST_HALF), so that two
 * runs have seen all of them.
 */
export const isInThisHalf = (position: number): boolean => (position + inject('half')) % 2 === 0;

/** What of these this run takes. */
export function* inThisHalf<One>(all: Iterable<One>): Generator<One> {
  let position = 0;
  for (const one of all) {
    if (isInThisHalf(position)) yield one;
    position += 1;
  }
}

/**
 * The seed of what a test generates: another one in every second run, so that two runs see twice as many cases. TEST_SEED repeats
 * one, and the long form has the first.
 */
export function seedOfThisRun(first: number): number {
  const later = process.env['SELLO_LONG'] === undefined ? inject('half') : 0;
  return Number(process.env['TEST_SEED'] ?? first + later);
}
