import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from './instant.ts';

describe('parseInstant', () => {
  it.each([
    '2026-12-01T00:00:00-06:00',
    '2026-12-01T06:00:00Z',
    '2026-12-01T06:00:00.5Z',
    '2026-12-01T06:00:00.123+00:00',
    '2028-02-29T23:59:59+05:45',
    '1969-12-31T23:59:59-11:00',
  ])('agrees with the platform on %s', (text) => {
    expect(parseInstant(text)).toBe(Date.parse(text));
  });

  it('takes a date alone as its start in El Salvador', () => {
    expect(parseInstant('2026-12-01')).toBe(Date.parse('2026-12-01T00:00:00-06:00'));
  });

  it.each([
    '2026-12-01T00:00:00',
    '2026-12-01T00:00-06:00',
    '2026-12-01 00:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T23:60:00Z',
    '2026-12-01T23:59:60Z',
    '2026-12-01T00:00:00+24:00',
    '2026-12-01T00:00:00.1234Z',
    '2026-02-29T00:00:00Z',
    '2026-02-29',
    '2026-12-01T00:00:00z',
    'mañana',
    '',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('formatInstant', () => {
  it('shows decimals only where there are any', () => {
    expect(formatInstant(Date.parse('2026-12-01T06:00:00Z'))).toBe('2026-12-01T00:00:00-06:00');
    expect(formatInstant(Date.parse('2026-12-01T06:00:00.007Z'))).toBe('2026-12-01T00:00:00.007-06:00');
  });

  it('is read back to the same millisecond, before and after the epoch', () => {
    const instants = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
    fc.assert(
      fc.property(instants, (instantMs) => {
        expect(parseInstant(formatInstant(instantMs))).toBe(instantMs);
      }),
      { numRuns: 1000 },
    );
  });
});
