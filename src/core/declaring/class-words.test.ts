import { expect, it } from 'vitest';
import { codeInWords, SALE_INCOMES, SALE_OPERATIONS } from './class-words.ts';
import { INCOME_TYPES, OPERATION_TYPES } from './income-class.ts';

it('has words for each code that the annexes admit', () => {
  expect(SALE_OPERATIONS.map(([code]) => code)).toEqual(OPERATION_TYPES);
  expect(SALE_INCOMES.map(([code]) => code)).toEqual(INCOME_TYPES);
});

it('tells a code with its words', () => {
  expect(codeInWords(SALE_INCOMES, '3')).toBe('3 comercio');
  expect(codeInWords(SALE_OPERATIONS, '0')).toBe('0');
});
