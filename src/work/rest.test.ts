import { expect, it } from 'vitest';
import { AFTER_WORK, restAfter } from './rest.ts';

it('leaves a database at rest that answers at once as often as is meant', () => {
  expect(restAfter(1, 1_000)).toBe(1_000);
  expect(restAfter(50, 1_000)).toBe(1_000);
});

it('rests in proportion to what a look took, and never for long', () => {
  expect(restAfter(100, 1_000)).toBe(2_000);
  expect(restAfter(60_000, 1_000)).toBe(10_000);
});

it('rests in proportion to what work took', () => {
  expect(restAfter(1_000, 200, AFTER_WORK)).toBe(3_000);
  expect(restAfter(10, 200, AFTER_WORK)).toBe(200);
});

it('rests no less than is meant, however long that is', () => {
  expect(restAfter(60_000, 15_000)).toBe(15_000);
});
