import { expect, it } from 'vitest';
import { NO_CLASS } from './given-class.ts';
import { isPurchaseClass, purchaseClassOf, USUAL_PURCHASE } from './purchase-class.ts';

const [INDUSTRY, TRADE] = [1, 2];
const [COST, EXPENSE] = [1, 2];

it.each([
  [EXPENSE, TRADE, [1, 2, 3]],
  [EXPENSE, INDUSTRY, [1, 2, 3]],
  [COST, TRADE, [4, 5]],
  [COST, INDUSTRY, [4, 5, 6, 7]],
])('admits of classification %i in sector %i the kinds %j', (classification, sector, kinds) => {
  const admitted = [1, 2, 3, 4, 5, 6, 7].filter((kind) =>
    isPurchaseClass({ operation: 1, classification, sector, kind }),
  );
  expect(admitted).toEqual(kinds);
});

it('admits what is taken where nobody says otherwise', () => {
  expect(isPurchaseClass(USUAL_PURCHASE)).toBe(true);
});

it('admits 9 in all four columns or in none, and 8 beside anything', () => {
  const nine = { operation: 9, classification: 9, sector: 9, kind: 9 };
  expect(isPurchaseClass(nine)).toBe(true);
  expect(isPurchaseClass({ ...nine, sector: 2 })).toBe(false);
  expect(isPurchaseClass({ ...USUAL_PURCHASE, operation: 8 })).toBe(true);
});

it('is as usual where nothing was given', () => {
  expect(purchaseClassOf(NO_CLASS)).toEqual(USUAL_PURCHASE);
  expect(purchaseClassOf({ ...NO_CLASS, costType: 3 })).toEqual({ ...USUAL_PURCHASE, kind: 3 });
});
