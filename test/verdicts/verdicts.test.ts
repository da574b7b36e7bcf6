// Product and simulator against everything that the authority is known to have answered.
import { describe, expect, it } from 'vitest';
import { readBook } from './book.ts';
import { expectOfProduct, expectOfSimulator } from './met.ts';

const BOOK = readBook();

it('is a book of at least sixty cases', () => {
  expect(BOOK.length).toBeGreaterThanOrEqual(60);
});

describe.each(BOOK.map((verdict) => [verdict.name, verdict] as const))('%s', (_, verdict) => {
  it('is what the product makes of it', () => expectOfProduct(verdict));
  it('is what the simulator answers', () => expectOfSimulator(verdict));
});
