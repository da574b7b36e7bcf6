import { expect, it } from 'vitest';
import { createBodyBytes } from './body-bytes.ts';
import { createHolder } from './holding.ts';

const LIMITS = { ofCompany: 10, ofAll: 15 };

it('are bounded for a company and for all', () => {
  const bytes = createBodyBytes(LIMITS);
  const [a, b] = ['a', 'b'].map((companyId) => bytes.of(companyId, createHolder()));
  expect([a?.(10), a?.(1), b?.(6), b?.(5), bytes.underWay()]).toEqual([true, false, false, true, 15]);
});

it('come back with their holders, once, and are taken for none that is over', () => {
  const bytes = createBodyBytes(LIMITS);
  const [one, other] = [createHolder(), createHolder()];
  const [add, also] = [one, other].map((holder) => bytes.of('a', holder));
  expect([add?.(4), add?.(3), also?.(3), also?.(1)]).toEqual([true, true, true, false]);
  one.end();
  one.end();
  expect([bytes.underWay(), add?.(1), also?.(7), bytes.underWay()]).toEqual([3, false, true, 10]);
  other.end();
  expect(bytes.underWay()).toBe(0);
});
