import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import {
  isPointOfSaleCode,
  isPointOfSaleCodeV2,
  parsePointOfSaleCode,
  whyNotPointOfSaleCode,
} from './point-of-sale-code.ts';

describeIdentifier({
  name: 'point-of-sale-code',
  parse: parsePointOfSaleCode,
  is: isPointOfSaleCode,
  whyNot: whyNotPointOfSaleCode,
});

it.each(['P001', 'P999'])('v2 allows %s', (code) => {
  expect(isPointOfSaleCodeV2(code)).toBe(true);
  expect(isPointOfSaleCode(code)).toBe(true);
});

it.each(['M001', 'S001', 'P0A1', '0001'])('v2 refuses %s, which v1 allows', (code) => {
  expect(isPointOfSaleCodeV2(code)).toBe(false);
  expect(isPointOfSaleCode(code)).toBe(true);
});
