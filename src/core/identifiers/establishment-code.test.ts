import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import {
  isEstablishmentCode,
  isEstablishmentCodeV2,
  parseEstablishmentCode,
  whyNotEstablishmentCode,
} from './establishment-code.ts';

describeIdentifier({
  name: 'establishment-code',
  parse: parseEstablishmentCode,
  is: isEstablishmentCode,
  whyNot: whyNotEstablishmentCode,
});

it.each(['M001', 'B123', 'S000', 'P001'])('v2 allows %s', (code) => {
  expect(isEstablishmentCodeV2(code)).toBe(true);
  expect(isEstablishmentCode(code)).toBe(true);
});

it.each(['A001', 'M01A', '0001', 'MM01'])('v2 refuses %s, which v1 allows', (code) => {
  expect(isEstablishmentCodeV2(code)).toBe(false);
  expect(isEstablishmentCode(code)).toBe(true);
});
