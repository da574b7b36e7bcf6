import { describe, expect, it } from 'vitest';
import { isClockTime, isDate, isEmail, isGenerationCode, isNit, isNrc } from './formats.ts';

describe('isEmail', () => {
  it.each(['a@b.sv', 'ventas+web@tienda.com.sv', "o'hara@x-y.org", 'a.b.c@1.2'])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each(['', 'a', 'a@', '@b.sv', 'a@b', 'a@b..sv', '.a@b.sv', 'a.@b.sv', 'a b@c.sv', 'a@b@c.sv', 'ñ@b.sv'])(
    'refuses %s',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );

  it('refuses labels that begin or end with a hyphen', () => {
    expect(isEmail('a@-b.sv')).toBe(false);
    expect(isEmail('a@b-.sv')).toBe(false);
  });
});

describe('isDate', () => {
  it.each(['2026-12-31', '2024-02-29', '2000-02-29'])('takes %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '26-01-01',
    'x',
  ])('refuses %s', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('codes', () => {
  it('have exact lengths', () => {
    expect(isNit('01234567890123') && isNit('012345678')).toBe(true);
    expect(isNit('0123456789') || isNit('0123-456789-012-3')).toBe(false);
    expect(isNrc('12345678')).toBe(true);
    expect(isNrc('123-4')).toBe(false);
    expect(isGenerationCode('0A1B2C3D-0A1B-0A1B-0A1B-0A1B2C3D4E5F')).toBe(true);
    expect(isGenerationCode('0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f')).toBe(false);
  });

  it('know the clock', () => {
    expect(isClockTime('23:59:59') && isClockTime('00:00:0')).toBe(true);
    expect(isClockTime('24:00:00') || isClockTime('12:60:00')).toBe(false);
  });
});
