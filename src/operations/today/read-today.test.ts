import { expect, it } from 'vitest';
import { daySum, NEW_COMPANY } from '../../../test/support/day-sums.ts';
import type { DaySum } from './ports.ts';
import { lastDays, readToday, type TodayParts } from './read-today.ts';

const ACCOUNT = { companyId: 'c', ambiente: '00' } as const;
const NOW = Date.UTC(2026, 10, 24, 3);

function partsWith(sums: readonly DaySum[]): TodayParts {
  return {
    today: { sums: async () => ({ sums, gap: null }), standing: async () => NEW_COMPANY },
    breaker: { isOpen: () => true, causeOf: () => 'sign_in_refused' },
    watch: { standing: async () => ({ refusal: 'forgot', clockAheadMs: 0 }) },
    clock: { now: () => NOW },
  };
}

it('counts the day of El Salvador, in which it is still the evening before', async () => {
  const today = await readToday(partsWith([daySum(), daySum({ day: '2026-11-22', total: 100n })]), ACCOUNT);
  expect(today.day).toBe('2026-11-23');
  expect(today.totals).toEqual([daySum()]);
  expect(today.line).toHaveLength(30);
  expect(today.line[0]?.day).toBe('2026-10-25');
  expect(today.line.at(-1)).toEqual({ day: '2026-11-23', documents: 1, givenBack: 0n, total: 500n });
  expect(today.line.at(-2)).toEqual({ day: '2026-11-22', documents: 1, givenBack: 0n, total: 100n });
  expect(today.line.at(-3)).toEqual({ day: '2026-11-21', documents: 0, givenBack: 0n, total: 0n });
});

it('says that the authority is silent, and why the node numbers nothing', async () => {
  const { authority, standing } = await readToday(partsWith([]), ACCOUNT);
  expect(authority).toEqual({ isSilent: true, cause: 'sign_in_refused', refusal: 'forgot' });
  expect(standing).toBe(NEW_COMPANY);
});

it.each([
  [{ tipoDte: '01' }, 500n],
  [{ tipoDte: '03', state: 'contingency' }, 500n],
  [{ tipoDte: '11' }, 500n],
  [{ tipoDte: '05' }, -500n],
  [{ tipoDte: '05', state: 'contingency' }, -500n],
  [{ tipoDte: '05', state: 'rejected' }, 0n],
  [{ tipoDte: '05', isInvalidated: true }, 0n],
  [{ tipoDte: '14' }, 0n],
  [{ state: 'rejected' }, 0n],
  [{ isInvalidated: true }, 0n],
  [{ tipoDte: '03', isInvalidated: true, isByNote: true }, 500n],
] as const)('knows what %j does to the sales of its day', async (changes, expected) => {
  const { line } = await readToday(partsWith([daySum(changes)]), ACCOUNT);
  expect(line.at(-1)?.total).toBe(expected);
});

it('takes from the sales of a day what its notes give back, and counts the sales alone', async () => {
  const { line } = await readToday(
    partsWith([daySum({ documents: 2 }), daySum({ tipoDte: '05', total: 120n })]),
    ACCOUNT,
  );
  expect(line.at(-1)).toEqual({ day: '2026-11-23', documents: 2, givenBack: 120n, total: 380n });
});

it('counts days over the end of a year', () => {
  expect(lastDays('2026-01-01', 3)).toEqual(['2025-12-30', '2025-12-31', '2026-01-01']);
  expect(() => lastDays('hoy', 3)).toThrow(RangeError);
});
