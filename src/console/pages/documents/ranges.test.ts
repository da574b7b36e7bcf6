import { expect, it } from 'vitest';
import { rangesAsOf } from './ranges.ts';

const told = (today: string) => rangesAsOf(today).map(({ label, from, to }) => `${label} ${from} ${to}`);

it('ends weeks and months with today, and counts over the ends of months and years', () => {
  // A Monday.
  expect(told('2026-11-23')).toEqual([
    'Hoy 2026-11-23 2026-11-23',
    'Ayer 2026-11-22 2026-11-22',
    'Esta semana 2026-11-23 2026-11-23',
    'Este mes 2026-11-01 2026-11-23',
    'Mes pasado 2026-10-01 2026-10-31',
  ]);
  // A Sunday.
  expect(told('2026-03-01')).toEqual([
    'Hoy 2026-03-01 2026-03-01',
    'Ayer 2026-02-28 2026-02-28',
    'Esta semana 2026-02-23 2026-03-01',
    'Este mes 2026-03-01 2026-03-01',
    'Mes pasado 2026-02-01 2026-02-28',
  ]);
  expect(told('2026-01-01').slice(1)).toEqual([
    'Ayer 2025-12-31 2025-12-31',
    'Esta semana 2025-12-29 2026-01-01',
    'Este mes 2026-01-01 2026-01-01',
    'Mes pasado 2025-12-01 2025-12-31',
  ]);
});

it('knows no days but those of the calendar', () => {
  expect(() => rangesAsOf('ayer')).toThrow(RangeError);
});
