import { expect, it } from 'vitest';
import { type CompanyClasses, givenTo, NO_CLASS } from './given-class.ts';

const SERVICES = { ...NO_CLASS, incomeType: 2 };
const COMPANY: CompanyClasses = {
  sale: { ...NO_CLASS, operationType: 4, incomeType: 4 },
  purchase: { ...NO_CLASS, sector: 1 },
  rules: [
    {
      establishment: 'M001',
      activityCode: '62010',
      sale: { ...NO_CLASS, incomeType: 1 },
      purchase: NO_CLASS,
    },
    { establishment: null, activityCode: '62010', sale: SERVICES, purchase: NO_CLASS },
    { establishment: 'B001', activityCode: null, sale: { ...NO_CLASS, incomeType: 5 }, purchase: NO_CLASS },
  ],
};

function sale(establishment: string, activityCode: string) {
  return { isPurchase: false, establishment, activityCode };
}

it.each([
  ['M001', '62010', 1],
  ['B001', '62010', 2],
  ['B001', '10005', 5],
  ['P001', '10005', 4],
])('takes the first rule that fits %s and activity %s', (establishment, activity, income) => {
  const given = givenTo(null, sale(establishment, activity), COMPANY);
  expect([given.incomeType, given.operationType]).toEqual([income, 4]);
});

it('puts what the document has over all of it, code by code', () => {
  const given = givenTo({ ...NO_CLASS, operationType: 1 }, sale('B001', '62010'), COMPANY);
  expect([given.operationType, given.incomeType]).toEqual([1, 2]);
  expect(givenTo(null, { ...sale('M001', '62010'), isPurchase: true }, COMPANY)).toEqual(COMPANY.purchase);
});
