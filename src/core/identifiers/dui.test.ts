import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { duiCheckDigit, hyphenatedDui, isDui, parseDui, whyNotDui } from './dui.ts';

describeIdentifier({ name: 'dui', parse: parseDui, is: isDui, whyNot: whyNotDui });

it('accepts exactly one last digit for any eight', () => {
  for (const eight of ['00000001', '01234567', '99999999', '40506070']) {
    const accepted = Array.from({ length: 10 }, (_, last) => `${eight}${last}`).filter(isDui);
    expect(accepted).toEqual([`${eight}${duiCheckDigit(eight)}`]);
  }
});

it('tells the three reasons apart', () => {
  expect(whyNotDui('1234')).toContain('9 dígitos');
  expect(whyNotDui('000000000')).toContain('ceros');
  expect(whyNotDui('012345679')).toContain('verificador');
});

it('prints the hyphen that two v1 schemas want', () => {
  const dui = parseDui('012345678');
  expect(dui && hyphenatedDui(dui)).toBe('01234567-8');
});
