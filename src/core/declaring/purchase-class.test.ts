import { expect, it } from 'vitest';
import { isPurchaseClass, USUAL_PURCHASE } from './purchase-class.ts';

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
