import { describe, expect, it } from 'vitest';
import { invalidationDeadline, monthsLater } from './invalidation-window.ts';

const at = (text: string) => Date.parse(`${text}-06:00`);

function deadline(tipoDte: string, sealed: string, codActividad = '47190'): string {
  const last = invalidationDeadline({ tipoDte, codActividad, sealedAtMs: at(sealed) });
  return new Date(last - 6 * 3_600_000).toISOString().slice(0, 19);
}

describe('the last moment for an invalidation', () => {
  it.each([
    ['03', '2026-03-19T10:00:00', '2026-04-20T23:59:59'],
    ['03', '2026-04-25T10:00:00', '2026-05-15T23:59:59'],
    ['03', '2026-04-15T10:00:00', '2026-05-15T23:59:59'],
    ['01', '2025-11-11T10:00:00', '2026-02-11T23:59:59'],
  ])('is that of the Ministry’s examples: %s sealed %s', (tipoDte, sealed, expected) => {
    expect(deadline(tipoDte, sealed)).toBe(expected);
  });

  it.each([
    ['05', '2026-03-31T23:59:59', '2026-04-20T23:59:59'],
    ['05', '2026-04-01T00:00:00', '2026-05-15T23:59:59'],
    ['03', '2026-12-10T10:00:00', '2027-01-15T23:59:59'],
    ['11', '2026-11-30T10:00:00', '2027-02-28T23:59:59'],
    ['14', '2026-01-31T23:59:59', '2026-04-30T23:59:59'],
    ['14', '2026-12-31T10:00:00', '2027-03-31T23:59:59'],
  ])('counts months by the local date of the seal: %s sealed %s', (tipoDte, sealed, expected) => {
    expect(deadline(tipoDte, sealed)).toBe(expected);
  });

  it('is two years away for facturas of medicines, at home and abroad', () => {
    for (const tipoDte of ['01', '11'])
      expect(deadline(tipoDte, '2026-11-20T10:00:00', '47721')).toBe('2028-11-20T23:59:59');
    expect(deadline('14', '2026-11-20T10:00:00', '47721')).toBe('2027-02-20T23:59:59');
    expect(deadline('03', '2026-11-20T10:00:00', '47721')).not.toContain('2028');
  });
});

it.each([
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2026-10-05', 3, '2027-01-05'],
  ['2026-12-31', 24, '2028-12-31'],
])('%s and %i months is %s', (date, months, expected) => {
  expect(monthsLater(date, months)).toBe(expected);
});
