import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  civilDateOf,
  daysSinceEpoch,
  fiscalTime,
  formatCivilDate,
  localDayEndMs,
  localDayStartMs,
  monthsLater,
  parseCivilDate,
  toLocalIso,
} from './el-salvador-time.ts';

const DAY_MS = 86_400_000;

describe('days and dates', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['0000-01-01', -719_528],
    ['0099-12-31', -683_004],
    ['1900-03-01', -25_508],
    ['2000-02-29', 11_016],
    ['2100-03-01', 47_541],
    ['9999-12-31', 2_932_896],
  ])('%s is the day %i', (text, days) => {
    const date = parseCivilDate(text) ?? expect.fail(`not a date: ${text}`);
    expect(daysSinceEpoch(date)).toBe(days);
    expect(formatCivilDate(civilDateOf(days))).toBe(text);
  });

  it.each([
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months are %s', (text, months, expected) => {
    const date = parseCivilDate(text) ?? expect.fail(`not a date: ${text}`);
    expect(formatCivilDate(monthsLater(date, months))).toBe(expected);
  });
});

describe('reading and printing', () => {
  it('reads dates that exist', () => {
    expect(parseCivilDate('2028-02-29')).toEqual({ year: 2028, month: 2, day: 29 });
    expect(parseCivilDate('0000-01-01')).toEqual({ year: 0, month: 1, day: 1 });
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '',
    '20260101',
  ])('refuses %j', (text) => {
    expect(parseCivilDate(text)).toBeNull();
  });

  it('throws on a year that four digits cannot show', () => {
    expect(() => formatCivilDate({ year: 10_000, month: 1, day: 1 })).toThrow(RangeError);
    expect(() => formatCivilDate({ year: -1, month: 1, day: 1 })).toThrow(RangeError);
  });
});

const HOST_ZONES = [
  { zone: 'Pacific/Kiritimati', offsetMinutes: -840 },
  { zone: 'Asia/Kathmandu', offsetMinutes: -345 },
  { zone: 'America/New_York', offsetMinutes: 300 },
  { zone: 'UTC', offsetMinutes: 0 },
];

describe.each(HOST_ZONES)('on a host in $zone', ({ zone, offsetMinutes }) => {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it('the platform really is in that zone', () => {
    expect(new Date('2026-01-15T12:00:00Z').getTimezoneOffset()).toBe(offsetMinutes);
  });

  it.each(['2026-11-20', '2026-12-31', '2027-01-01', '2028-02-29', '2026-03-08', '2000-02-29', '1969-12-31'])(
    'every second of %s is right',
    (date) => {
      const start = localDayStartMs(date);
      let wrong = 0;
      for (let second = 0; second < 86_400; second += 1) {
        const { fecEmi, horEmi, fiscalYear } = fiscalTime(start + second * 1000 + (second % 1000));
        const expected = `${date}T${new Date(second * 1000).toISOString().slice(11, 19)}`;
        if (`${fecEmi}T${horEmi}` !== expected || fiscalYear !== Number(date.slice(0, 4))) wrong += 1;
      }
      expect(wrong).toBe(0);
    },
  );

  it('prints every instant as the platform reads it again, to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) }), (instantMs) => {
        expect(Date.parse(toLocalIso(instantMs))).toBe(Math.floor(instantMs / 1000) * 1000);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the turn of the year', () => {
  it('is at 06:00 UTC', () => {
    const last = fiscalTime(Date.parse('2027-01-01T05:59:59.999Z'));
    expect(last).toEqual({ fecEmi: '2026-12-31', horEmi: '23:59:59', fiscalYear: 2026 });
    const first = fiscalTime(Date.parse('2027-01-01T06:00:00.000Z'));
    expect(first).toEqual({ fecEmi: '2027-01-01', horEmi: '00:00:00', fiscalYear: 2027 });
  });
});

describe('toLocalIso', () => {
  it('prints the example of the design', () => {
    expect(toLocalIso(Date.parse('2026-11-20T16:15:00Z'))).toBe('2026-11-20T10:15:00-06:00');
  });
});

describe('the bounds of a local day', () => {
  it('are a day apart and belong to that day, for every day of four years', () => {
    const from = localDayStartMs('2026-01-01');
    for (let start = from; start < from + 1461 * DAY_MS; start += DAY_MS) {
      const { fecEmi } = fiscalTime(start);
      expect([localDayStartMs(fecEmi), localDayEndMs(fecEmi)]).toEqual([start, start + DAY_MS - 1]);
      expect(fiscalTime(start - 1).fecEmi < fecEmi).toBe(true);
    }
  });

  it('begin at 06:00 UTC and end a millisecond before the next', () => {
    expect(localDayStartMs('2026-11-20')).toBe(Date.parse('2026-11-20T06:00:00Z'));
    expect(localDayEndMs('2026-12-31')).toBe(Date.parse('2027-01-01T05:59:59.999Z'));
  });

  it.each(['2026-02-29', '2026-11-31', '20-11-2026', ''])('throw on %j', (date) => {
    expect(() => localDayStartMs(date)).toThrow(RangeError);
    expect(() => localDayEndMs(date)).toThrow(RangeError);
  });
});

it('throws on what is no instant', () => {
  for (const instant of [Number.NaN, Number.POSITIVE_INFINITY, 1e17]) {
    expect(() => fiscalTime(instant)).toThrow(RangeError);
  }
});
