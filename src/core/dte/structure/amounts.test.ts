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
    ['totalAmount', totalAmount, [0, 0.07, MOST], [-0.01, 0.001, LIMIT, null]],
    ['positiveTotal', positiveTotal, [0.01, MOST], [0, -0.01, 0.005, LIMIT]],
    ['signedTotal', signedTotal, [-MOST, 0, MOST], [-LIMIT, LIMIT, 0.001]],
    ['percentage', percentage, [0, 12.5, 100], [-0.01, 100.01, 33.333]],
    ['lineAmount', lineAmount, [0, 1e-8, MOST], [-1e-8, 1e-9, LIMIT]],
    ['quantity', quantity, [1e-8, 1, MOST], [0, -1, 1e-9, LIMIT]],
    ['signedLineAmount', signedLineAmount, [-MOST, -1e-8, MOST], [-LIMIT, 1e-9, LIMIT]],
    ['unboundedPrice', unboundedPrice, [-1e12, 0, MOST], [1e-9, LIMIT]],
    ['saldoFavorV1', saldoFavorV1, [-1e12, 0], [0.01, -0.001]],
    ['saldoFavorV2', saldoFavorV2, [-MOST, 0], [0.01, -LIMIT]],
  ])('%s', (_, shape, right, wrong) => {
    expect(right.flatMap((value) => placesFoundBy(shape, value))).toEqual([]);
    expect(wrong.flatMap((value) => placesFoundBy(shape, value))).toEqual(wrong.map(() => '#'));
  });
});
