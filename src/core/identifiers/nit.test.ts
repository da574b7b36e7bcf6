import { describe, expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isNit, nitCheckDigitHolds, parseNit, whyDoubtfulNit, whyNotNit } from './nit.ts';

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

describe('a NIT that is doubtful', () => {
  const DATE = 'su fecha, de los dígitos 5 a 10, no existe';
  const PLACE = 'no empieza con un departamento (01 a 14) ni con 9';
  const DIGIT = 'su dígito verificador no corresponde a los demás';

  it.each([
    ['06140101900018', null],
    ['94500101700011', null],
    ['02101505851020', null],
    ['06142902001019', null],
    ['012345678', null],
    ['06140101900010', DIGIT],
    ['012345670', DIGIT],
    ['06143002001015', DATE],
    ['06142902011014', DATE],
    ['06140013991018', DATE],
    ['06143104901011', DATE],
    ['06140000000001', DATE],
    ['22222222222211', PLACE],
    ['15140101900018', PLACE],
    ['00140101900018', PLACE],
  ])('%s: %s', (text, why) => {
    const nit = parseNit(text);
    expect(nit === null ? 'none' : whyDoubtfulNit(nit)).toBe(why);
  });
});
