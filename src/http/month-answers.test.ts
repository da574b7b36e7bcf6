import { expect, it } from 'vitest';
import { exampleClosing } from '../../test/support/declared-month.ts';
import { closingAnswer, monthsAnswer } from './month-answers.ts';

const CLOSING = exampleClosing({
  version: 2,
  period: { year: 2026, month: 1 },
  closedMs: Date.UTC(2026, 1, 3, 12),
});

it('tells months as they stand', () => {
  const { period } = CLOSING;
  expect(
    monthsAnswer([
      { period, state: 'changed', closing: CLOSING, touched: 3 },
      { period, state: 'open', closing: null, touched: 0 },
    ]).months,
  ).toEqual([
    { month: '2026-01', state: 'changed', version: 2, touched: 3 },
    { month: '2026-01', state: 'open', version: 0, touched: 0 },
  ]);
  expect(closingAnswer(CLOSING).closed_at).toBe('2026-02-03T06:00:00-06:00');
});
