import { expect, it } from 'vitest';
import { INCOME_TYPES, OPERATION_TYPES } from '../core/declaring/income-class.ts';
import {
  COST_TYPES,
  PURCHASE_CLASSIFICATIONS,
  PURCHASE_OPERATIONS,
  PURCHASE_SECTORS,
} from '../core/declaring/purchase-class.ts';
import * as words from './income-words.ts';

it.each([
  [words.SALE_OPERATIONS, OPERATION_TYPES],
  [words.SALE_INCOMES, INCOME_TYPES],
  [words.PURCHASE_OPERATIONS_IN_WORDS, PURCHASE_OPERATIONS],
  [words.CLASSIFICATIONS_IN_WORDS, PURCHASE_CLASSIFICATIONS],
  [words.SECTORS_IN_WORDS, PURCHASE_SECTORS],
  [words.COST_TYPES_IN_WORDS, COST_TYPES],
])('has words for each code, in order', (said, codes) => {
  expect(said.map(([code]) => code)).toEqual(codes);
  expect(words.optionsOf(said)[0]?.[1]).toMatch(/^1 [a-z]/);
});
