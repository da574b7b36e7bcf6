import { expect, it } from 'vitest';
import { restAfter } from './rest.ts';

const SECOND = { leastMs: 1_000 };

it('leaves a database that answers at once looked at as often as is meant', () => {
  expect(restAfter(1, SECOND)).toBe(1_000);
  expect(restAfter(50, SECOND)).toBe(1_000);
});

it('rests in proportion to what a look took, and not for long', () => {
  expect(restAfter(100, SECOND)).toBe(2_000);
  expect(restAfter(60_000, SECOND)).toBe(10_000);
});

it('rests in proportion to what work took', () => {
  const work = { leastMs: 200, mostMs: 60_000, times: 3 };
  expect(restAfter(1_000, work)).toBe(3_000);
  expect(restAfter(10, work)).toBe(200);
  expect(restAfter(30_000, work)).toBe(60_000);
});

it('rests no less than is meant, however long that is', () => {
  expect(restAfter(60_000, { leastMs: 15_000 })).toBe(15_000);
});
