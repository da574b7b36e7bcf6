import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OFFICIAL_DAYS_OFF } from '../../../simulator/events/official-days-off.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import type { WindowOverrides } from '../company/company.ts';
import { TIPOS_DTE, type TipoDte } from '../dte/kinds.ts';
import { madeOf } from '../records/by-name.ts';
import {
  creditNoteEnd,
  directInvalidationEnd,
  lateNoteWarning,
  ministryCreditNoteEnd,
  WINDOW_TABLE,
  type WindowTable,
  windowRulesOn,
} from './windows.ts';

const LEGAL = exampleCompany().windows;
const DAY_MS = 86_400_000;
const OFFSET_MS = 6 * 3_600_000;

const at = (local: string) => Date.parse(`${local}-06:00`);
const noon = (date: string) => at(`${date}T12:00:00`);

/** Local date and time of an instant to the millisecond, by the platform's own calendar. */
const local = (instantMs: number) => new Date(instantMs - OFFSET_MS).toISOString().slice(0, 23);
const lastMoment = (date: string) => `${date}T23:59:59.999`;

function invalidationEnd(tipoDte: TipoDte, sealedMs: number, overrides: Partial<WindowOverrides> = {}) {
  return local(directInvalidationEnd({ tipoDte, sealedMs }, { ...LEGAL, ...overrides }));
}

describe('the Ministry’s worked examples', () => {
  it.for<readonly [TipoDte, string, string]>([
    ['03', '2026-03-19', '2026-04-20'],
    ['03', '2026-04-25', '2026-05-15'],
    ['03', '2026-04-15', '2026-05-15'],
    ['01', '2025-11-11', '2026-02-11'],
  ])('type %s sealed on %s may be invalidated until %s', ([tipoDte, sealed, last]) => {
    expect(invalidationEnd(tipoDte, noon(sealed))).toBe(lastMoment(last));
  });
});

describe('overrides', () => {
  const issued = noon('2026-05-04');

  it.for<readonly [TipoDte, Partial<WindowOverrides>, string]>([
    ['03', { directInvalidationBusinessDay: 1 }, '2026-06-01'],
    ['05', { directInvalidationBusinessDay: 30 }, '2026-07-13'],
    ['03', { directInvalidationMonths: 24, creditNoteBusinessDays: 1 }, '2026-06-12'],
    ['01', { directInvalidationMonths: 24 }, '2028-05-04'],
    ['14', { directInvalidationMonths: 1, directInvalidationBusinessDay: 1 }, '2026-06-04'],
  ])('of type %s, %o: until %s', ([tipoDte, overrides, last]) => {
    expect(invalidationEnd(tipoDte, issued, overrides)).toBe(lastMoment(last));
  });

  it('of notes change our window and not the Ministry’s', () => {
    expect(local(creditNoteEnd(issued, { ...LEGAL, creditNoteBusinessDays: 1 }))).toBe(
      lastMoment('2026-05-05'),
    );
    expect(local(ministryCreditNoteEnd(issued))).toBe(lastMoment('2026-08-04'));
  });

  it('of 0 close each window before the document was there', () => {
    const closed = madeOf(LEGAL, () => 0);
    for (const tipoDte of TIPOS_DTE) {
      expect(invalidationEnd(tipoDte, issued, closed)).toBe(lastMoment('2026-05-03'));
    }
    expect(local(creditNoteEnd(issued, closed))).toBe(lastMoment('2026-05-03'));
  });
});

it.for([
  ['on the last day, to the last millisecond', Date.UTC(2026, 10, 21, 6) - 1, null],
  ['a millisecond later', Date.UTC(2026, 10, 21, 6), expect.stringContaining('tres meses')],
] as const)(
  'warns of a note issued late by the Ministry’s time, and not before: %s',
  ([, noteMs, warning]) => {
    expect(lateNoteWarning(noteMs, Date.UTC(2026, 7, 20, 16))).toEqual(warning);
  },
);

describe('a change of law', () => {
  const [today] = WINDOW_TABLE;
  const table: WindowTable = [
    today,
    { ...today, from: '2027-01-01', directInvalidationBusinessDay: 5 },
    { ...today, from: '2028-03-01', directInvalidationBusinessDay: 8 },
  ];

  it.for<readonly [string, number]>([
    ['2021-06-30', 10],
    ['2026-12-31', 10],
    ['2027-01-01', 5],
    ['2028-02-29', 5],
    ['2028-03-01', 8],
    ['2040-01-01', 8],
  ])('holds from its date on: %s has %i', ([date, businessDay]) => {
    expect(windowRulesOn(date, table).directInvalidationBusinessDay).toBe(businessDay);
  });

  it('is in the table in order of time', () => {
    const dates = WINDOW_TABLE.map(({ from }) => from);
    expect(dates).toEqual([...new Set(dates)].toSorted());
  });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(12_000, 0, 1)])('throws on the instant %d', (ms) => {
  expect(() => directInvalidationEnd({ tipoDte: '01', sealedMs: ms }, LEGAL)).toThrow(RangeError);
  expect(() => creditNoteEnd(ms, LEGAL)).toThrow(RangeError);
  expect(() => ministryCreditNoteEnd(ms)).toThrow(RangeError);
});

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const daysFromTo = (first: string, last: string) => {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => iso(Date.parse(first) + index * DAY_MS));
};
const EVERY_DAY = daysFromTo('2024-01-01', '2030-12-31');

/** The oracle: the platform's calendar in UTC over written lists of days; nothing of the code it judges. */
describe('every day of 2024 to 2030', () => {
  /** Days off of the half year into which the windows of 2030 lead; the table ends before it. Easter is on 13 April. */
  const OFF_IN_2031 = [
    '2031-01-01',
    '2031-01-02',
    '2031-05-01',
    '2031-05-10',
    '2031-06-17',
    ...daysFromTo('2031-04-07', '2031-04-14'),
  ];
  const off = new Set([...OFFICIAL_DAYS_OFF, ...OFF_IN_2031]);
  const businessDays = daysFromTo('2024-01-01', '2031-06-30').filter((date) => {
    return ![0, 6].includes(new Date(date).getUTCDay()) && !off.has(date);
  });
  const byMonth = Map.groupBy(businessDays, (date) => date.slice(0, 7));

  const threeMonthsLater = (date: string) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const lastOfMonth = new Date(Date.UTC(year, month + 3, 0)).getUTCDate();
    return iso(Date.UTC(year, month + 2, Math.min(day, lastOfMonth)));
  };
  const tenthOfNextMonth = (date: string) => {
    const [year = 0, month = 0] = date.split('-').map(Number);
    const nextMonth = iso(Date.UTC(year, month, 1)).slice(0, 7);
    return byMonth.get(nextMonth)?.[9] ?? '';
  };
  const ninetiethAfter = (date: string) =>
    businessDays[businessDays.findIndex((day) => day > date) + 89] ?? '';

  const WINDOWS = [
    ...TIPOS_DTE.map((tipoDte) => ({
      name: `invalidation of ${tipoDte}`,
      end: (ms: number) => directInvalidationEnd({ tipoDte, sealedMs: ms }, LEGAL),
      lastDate: tipoDte === '03' || tipoDte === '05' ? tenthOfNextMonth : threeMonthsLater,
    })),
    { name: 'notes', end: (ms: number) => creditNoteEnd(ms, LEGAL), lastDate: ninetiethAfter },
    { name: 'the Ministry’s notes', end: ministryCreditNoteEnd, lastDate: threeMonthsLater },
  ];

  it.each(WINDOWS)('$name: open a second before the end and at it, closed after', ({ end, lastDate }) => {
    const wrong: string[] = [];
    for (const date of EVERY_DAY) {
      const expected = lastDate(date);
      const isOpen = (ms: number) => local(ms).slice(0, 10) <= expected;
      // A mistaken zone shows at a day's first and last millisecond, and at 18:00, midnight in UTC.
      for (const time of ['00:00:00.000', '18:00:00.000', '23:59:59.999']) {
        const instantMs = at(`${date}T${time}`);
        const endMs = end(instantMs);
        if (!isOpen(endMs - 1000) || !isOpen(endMs) || isOpen(endMs + 1)) wrong.push(local(instantMs));
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe.concurrent('a host in another zone', () => {
  const endsAt = (ms: number) => [
    directInvalidationEnd({ tipoDte: '03', sealedMs: ms }, LEGAL),
    directInvalidationEnd({ tipoDte: '01', sealedMs: ms }, LEGAL),
    creditNoteEnd(ms, LEGAL),
    ministryCreditNoteEnd(ms),
  ];
  const ours = EVERY_DAY.flatMap((date) =>
    [noon(date) - DAY_MS / 2, noon(date) + DAY_MS / 2 - 1].map(endsAt),
  );

  /** The same in a process of its own: the first and the last millisecond of every day, and where the host is. */
  const PROGRAM = `
    import { creditNoteEnd, directInvalidationEnd, ministryCreditNoteEnd } from '${new URL('./windows.ts', import.meta.url).href}';
    const legal = ${JSON.stringify(LEGAL)};
    const ends = Array.from({ length: ${2 * EVERY_DAY.length} }, (_, index) => {
      const ms = ${at('2024-01-01T00:00:00')} + Math.ceil(index / 2) * ${DAY_MS} - (index % 2);
      const sealed = (tipoDte) => directInvalidationEnd({ tipoDte, sealedMs: ms }, legal);
      return [sealed('03'), sealed('01'), creditNoteEnd(ms, legal), ministryCreditNoteEnd(ms)];
    });
    const offset = new Date('2026-01-15T12:00:00Z').getTimezoneOffset();
    process.stdout.write(offset + String.fromCharCode(10) + JSON.stringify(ends));
  `;

  it.for<readonly [string, number]>([
    ['Pacific/Kiritimati', -840],
    ['America/New_York', 300],
    ['UTC', 0],
  ])('%s counts the same', async ([zone, offset]) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      env: { ...process.env, TZ: zone },
      maxBuffer: 4 * 1024 * 1024,
    });
    const [theirOffset, theirs] = stdout.split('\n');
    expect(theirOffset).toBe(String(offset));
    expect(theirs === JSON.stringify(ours), 'the same ends').toBe(true);
  });
});
