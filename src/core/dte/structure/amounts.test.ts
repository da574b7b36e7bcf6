import { describe, expect, it } from 'vitest';
import { placesFoundBy } from '../../../../test/structure/found-by.ts';
import {
  lineAmount,
  percentage,
  positiveTotal,
  quantity,
  saldoFavorV1,
  saldoFavorV2,
  signedLineAmount,
  signedTotal,
  totalAmount,
  unboundedPrice,
} from './amounts.ts';

const MOST = 99_999_999_999.99;
const LIMIT = 100_000_000_000;

describe('the amounts of a document', () => {
  it.each([
    { name: 'totalAmount', shape: totalAmount, right: [0, 0.07, MOST], wrong: [-0.01, 0.001, LIMIT, null] },
    { name: 'positiveTotal', shape: positiveTotal, right: [0.01, MOST], wrong: [0, -0.01, 0.005, LIMIT] },
    { name: 'signedTotal', shape: signedTotal, right: [-MOST, 0, MOST], wrong: [-LIMIT, LIMIT, 0.001] },
    { name: 'percentage', shape: percentage, right: [0, 12.5, 100], wrong: [-0.01, 100.01, 33.333] },
    { name: 'lineAmount', shape: lineAmount, right: [0, 1e-8, MOST], wrong: [-1e-8, 1e-9, LIMIT] },
    { name: 'quantity', shape: quantity, right: [1e-8, 1, MOST], wrong: [0, -1, 1e-9, LIMIT] },
    {
      name: 'signedLineAmount',
      shape: signedLineAmount,
      right: [-MOST, -1e-8, MOST],
      wrong: [-LIMIT, 1e-9, LIMIT],
    },
    { name: 'unboundedPrice', shape: unboundedPrice, right: [-1e12, 0, MOST], wrong: [1e-9, LIMIT] },
    { name: 'saldoFavorV1', shape: saldoFavorV1, right: [-1e12, 0], wrong: [0.01, -0.001] },
    { name: 'saldoFavorV2', shape: saldoFavorV2, right: [-MOST, 0], wrong: [0.01, -LIMIT] },
  ])('$name', ({ shape, right, wrong }) => {
    expect(right.flatMap((value: unknown) => placesFoundBy(shape, value))).toEqual([]);
    expect(wrong.flatMap((value: unknown) => placesFoundBy(shape, value))).toEqual(wrong.map(() => '#'));
  });
});
