import { expect, it } from 'vitest';
import { restAfter } from './rest.ts';

const WORK = { leastMs: 200, mostMs: 60_000, times: 3 };

it.each([
  ['a look that was answered at once', 50, { leastMs: 1_000 }, 1_000],
  ['a look', 100, { leastMs: 1_000 }, 2_000],
  ['a look that hung', 60_000, { leastMs: 1_000 }, 10_000],
  ['a look of a loop that rests longer', 60_000, { leastMs: 15_000 }, 15_000],
  ['work', 1_000, WORK, 3_000],
  ['work that was done at once', 10, WORK, 200],
  ['work without end', 30_000, WORK, 60_000],
])('rests after %s', (_what, tookMs, rest, expected) => {
  expect(restAfter(tookMs, rest)).toBe(expected);
});
