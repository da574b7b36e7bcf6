import { describe, expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isNit, nitCheckDigitHolds, parseNit, whyNotNit } from './nit.ts';

describeIdentifier({ name: 'nit', parse: parseNit, is: isNit, whyNot: whyNotNit });

function holds(text: string): boolean | null {
  const nit = parseNit(text);
  return nit === null ? null : nitCheckDigitHolds(nit);
}

describe('the check digit of a NIT', () => {
  const VALID = [
    '06140101900018',
    '06140101901000',
    '06143112991015',
    '02101505851020',
    '94500101700011',
    '12172902201034',
    '06140507071048',
    '012345678',
  ];

  it.each(VALID)('holds for %s and for no other last digit', (nit) => {
    const body = nit.slice(0, -1);
    const holding = Array.from({ length: 10 }, (_, last) => `${body}${last}`).filter(holds);
    expect(holding).toEqual([nit]);
  });

  it('fails for a sample of the Ministry, which is accepted all the same', () => {
    expect(holds('22222222222211')).toBe(false);
    expect(whyNotNit('22222222222211')).toBeNull();
  });
});
