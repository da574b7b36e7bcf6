import { expect, it } from 'vitest';
import { incomeClassOf } from './income-class.ts';

const NOVEMBER = { year: 2026, month: 11 };
const SALE = { tipoDte: '01', given: null, exportsServices: null } as const;

it('takes what somebody said, else trade', () => {
  expect(incomeClassOf(SALE, NOVEMBER)).toEqual({ operation: 1, income: 3 });
  expect(incomeClassOf({ ...SALE, given: { operation: 4, income: 2 } }, NOVEMBER)).toEqual({
    operation: 4,
    income: 2,
  });
});

it('knows exports by what is exported', () => {
  const given = { operation: 1, income: 3 };
  expect(incomeClassOf({ ...SALE, given, exportsServices: false }, NOVEMBER).income).toBe(7);
  expect(incomeClassOf({ ...SALE, given, exportsServices: true }, NOVEMBER).income).toBe(9);
});

it('asks for none before 2025', () => {
  expect(incomeClassOf(SALE, { year: 2024, month: 12 })).toEqual({ operation: 0, income: 0 });
  expect(incomeClassOf(SALE, { year: 2025, month: 1 })).toEqual({ operation: 1, income: 3 });
});
