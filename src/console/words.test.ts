import { describe, expect, it } from 'vitest';
import { agoOf, clockOf, countedOf, countOf, dayOf, longDay, momentOf, moneyOf, spanOf } from './words.ts';

const NOON = Date.parse('2026-11-23T20:05:59Z');

describe('dates and times', () => {
  it('are those of El Salvador', () => {
    expect([dayOf(NOON), clockOf(NOON), momentOf(NOON)]).toEqual(['23/11/2026', '14:05', '23/11/2026 14:05']);
    expect(dayOf(Date.parse('2026-11-24T05:59:59Z'))).toBe('23/11/2026');
  });

  it('are written out where there is room', () => {
    expect(longDay('2026-11-23')).toBe('lunes 23 de noviembre de 2026');
    expect(longDay('2024-02-29')).toBe('jueves 29 de febrero de 2024');
  });

  it.each([
    [0, 'menos de 1 min'],
    [59_999, 'menos de 1 min'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_900_000, '1 h 5 min'],
    [2 * 86_400_000 - 1, '47 h 59 min'],
    [2 * 86_400_000, '2 días'],
  ])('tell a span of %i ms as %s', (span, text) => expect(spanOf(span)).toBe(text));

  it('tell how long ago something was', () => {
    expect([agoOf(NOON, NOON + 5), agoOf(NOON, NOON + 600_000), agoOf(NOON + 9, NOON)]).toEqual([
      'ahora mismo',
      'hace 10 min',
      'ahora mismo',
    ]);
  });
});

describe('amounts and counts', () => {
  it.each([
    ['1234.56', '$1,234.56'],
    ['0.1', '$0.10'],
    ['-5', '-$5.00'],
    ['1234567.005', '$1,234,567.01'],
    ['0', '$0.00'],
  ])('write %s as %s', (digits, text) => expect(moneyOf(digits)).toBe(text));

  it('have their thousands apart', () => {
    expect([countOf(0), countOf(999), countOf(1_000), countOf(2_000_000)]).toEqual([
      '0',
      '999',
      '1,000',
      '2,000,000',
    ]);
    expect([countedOf(1, 'venta', 'ventas'), countedOf(2, 'venta', 'ventas')]).toEqual([
      '1 venta',
      '2 ventas',
    ]);
  });
});
