import { expect, it } from 'vitest';
import { dueDateOf } from './due-date.ts';

it.each([
  [['2026-11-20', '01', '30'], '2026-12-20'],
  [['2026-11-20', '01', '0'], '2026-11-20'],
  [['2027-01-31', '02', '1'], '2027-02-28'],
  [['2028-01-31', '02', '1'], '2028-02-29'],
  [['2026-11-20', '02', '2'], '2027-01-20'],
  [['2028-02-29', '03', '1'], '2029-02-28'],
  [['2026-11-20', '01', '99999'], '2300-09-04'],
] as const)('a credit of %j is due on %s', ([date, plazo, periodo], due) => {
  expect(dueDateOf(date, plazo, periodo)).toBe(due);
});

it.each([
  [null, '01', '30'],
  ['2026-11-31', '01', '30'],
  ['2026-11-20', null, '30'],
  ['2026-11-20', '04', '30'],
  ['2026-11-20', '02', null],
  ['2026-11-20', '02', '1.5'],
  ['2026-11-20', '03', '99999'],
])('there is no such day: %j, %j, %j', (date, plazo, periodo) => {
  expect(dueDateOf(date, plazo, periodo)).toBe(null);
});
