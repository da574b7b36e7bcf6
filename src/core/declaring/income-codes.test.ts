import { expect, it } from 'vitest';
import { incomeCells, purchaseCells } from './cells.ts';
import { NO_CLASS } from './given-class.ts';
import {
  codeInWords,
  codesIn,
  incomeClassOf,
  isPurchaseClass,
  PURCHASE_CODES,
  purchaseClassOf,
  SALE_CODES,
} from './income-codes.ts';

const SALE = { own: null, given: NO_CLASS, exportsServices: null };
const USUAL_SALE = { operationType: 1, incomeType: 3 };
const USUAL_PURCHASE = { operationType: 1, classification: 2, sector: 2, costType: 2 };

it('are those of the manual', () => {
  expect(Object.values(SALE_CODES).map(codesIn)).toEqual([
    [1, 2, 3, 4, 12, 13],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13],
  ]);
  expect(Object.values(PURCHASE_CODES).map(codesIn)).toEqual([
    [1, 2, 3, 4, 8, 9],
    [1, 2, 8, 9],
    [1, 2, 3, 4, 8, 9],
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  ]);
});

it('are told with their words', () => {
  expect(codeInWords(SALE_CODES.incomeType, '3')).toBe('3 comercio');
  expect(codeInWords(SALE_CODES.operationType, '0')).toBe('0');
});

it('are as given, and as usual where nothing was given', () => {
  expect(incomeClassOf(SALE)).toEqual(USUAL_SALE);
  const given = { ...NO_CLASS, operationType: 2, costType: 3 };
  expect(incomeClassOf({ ...SALE, given })).toEqual({ ...USUAL_SALE, operationType: 2 });
  expect(purchaseClassOf(NO_CLASS)).toEqual(USUAL_PURCHASE);
  expect(purchaseClassOf(given)).toEqual({ ...USUAL_PURCHASE, operationType: 2, costType: 3 });
});

const GIVEN = { ...NO_CLASS, operationType: 2, incomeType: 3 };

it.each([
  [null, false, 7],
  [null, true, 9],
  [GIVEN, true, 3],
] as const)(
  'of an export, its own %j, services alone %s, are of income %i',
  (own, exportsServices, income) => {
    const expected = { operationType: 2, incomeType: income };
    expect(incomeClassOf({ own, given: GIVEN, exportsServices })).toEqual(expected);
  },
);

it('are asked for since January 2025 of sales, and since February 2024 of purchases', () => {
  const [cells, costs] = [
    (year: number, month: number) => Object.values(incomeCells(USUAL_SALE, { year, month })).join(''),
    (year: number, month: number) => Object.values(purchaseCells(USUAL_PURCHASE, { year, month })).join(''),
  ];
  expect([cells(2024, 12), cells(2025, 1)]).toEqual(['00', '13']);
  expect([costs(2024, 1), costs(2024, 2)]).toEqual(['0000', '1222']);
});

const [INDUSTRY, TRADE] = [1, 2];
const [COST, EXPENSE] = [1, 2];

it.each([
  [EXPENSE, TRADE, [1, 2, 3]],
  [EXPENSE, INDUSTRY, [1, 2, 3]],
  [COST, TRADE, [4, 5]],
  [COST, INDUSTRY, [4, 5, 6, 7]],
])('admit of classification %i in sector %i the kinds %j', (classification, sector, kinds) => {
  const admitted = [1, 2, 3, 4, 5, 6, 7].filter((costType) =>
    isPurchaseClass({ operationType: 1, classification, sector, costType }),
  );
  expect(admitted).toEqual(kinds);
});

it('admit what is taken where nobody says otherwise, 9 in all four or in none, and 8 beside anything', () => {
  expect(isPurchaseClass(USUAL_PURCHASE)).toBe(true);
  const nine = { operationType: 9, classification: 9, sector: 9, costType: 9 };
  expect([nine, { ...nine, sector: 2 }].map(isPurchaseClass)).toEqual([true, false]);
  expect(isPurchaseClass({ ...USUAL_PURCHASE, operationType: 8 })).toBe(true);
});
