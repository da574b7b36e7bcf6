import { expect, it } from 'vitest';
import { NO_CLASS } from './given-class.ts';
import { askedIncomeClass, incomeClassOf, USUAL_CLASS } from './income-class.ts';

const SALE = { own: null, given: NO_CLASS, exportsServices: null };

it('is what was given, and taxed trade where nothing was', () => {
  expect(incomeClassOf(SALE)).toEqual({ operation: 1, income: 3 });
  const given = { ...NO_CLASS, operationType: 2 };
  expect(incomeClassOf({ ...SALE, given })).toEqual({ operation: 2, income: 3 });
});

it('declares exports as income of goods or of services, unless the document itself says otherwise', () => {
  const given = { ...NO_CLASS, operationType: 2, incomeType: 3 };
  expect(incomeClassOf({ ...SALE, given, exportsServices: false })).toEqual({ operation: 2, income: 7 });
  expect(incomeClassOf({ ...SALE, given, exportsServices: true })).toEqual({ operation: 2, income: 9 });
  expect(incomeClassOf({ own: given, given, exportsServices: true })).toEqual({ operation: 2, income: 3 });
});

it('asks for none before 2025', () => {
  expect(askedIncomeClass(USUAL_CLASS, { year: 2024, month: 12 })).toEqual({ operation: 0, income: 0 });
  expect(askedIncomeClass(USUAL_CLASS, { year: 2025, month: 1 })).toEqual(USUAL_CLASS);
});
