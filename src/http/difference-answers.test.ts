import { expect, it } from 'vitest';
import { exampleClosing } from '../../test/support/declared-month.ts';
import { AnnexComparison, figureChanges } from '../core/declaring/annex-difference.ts';
import { TAXPAYERS } from '../core/declaring/annexes/taxpayers.ts';
import { MonthTally } from '../core/declaring/month-tally.ts';
import { differenceAnswer } from './difference-answers.ts';

const CLOSING = exampleClosing({ version: 2, period: { year: 2026, month: 1 } });

it('tells a row that is not there any more as null, and what the form lacks of it', () => {
  const tallies = { before: new MonthTally(), after: new MonthTally() };
  const comparison = new AnnexComparison(TAXPAYERS, tallies);
  const cells = Array.from({ length: 20 }, (_, index) => (index === 2 ? '05' : '1.00'));
  comparison.before(cells);
  comparison.beforeAgain(cells);
  const difference = { figures: figureChanges(tallies), annexes: [comparison.changes()], documents: [] };
  const later = { ...CLOSING, version: 3 };
  const answer = differenceAnswer({ former: CLOSING, later }, difference);
  expect([answer.version, answer.later_version]).toEqual([2, 3]);
  const { differs, figures, annexes } = answer;
  expect(differs).toBe(true);
  expect(annexes[0]).toMatchObject({ removed: 1, rows: [{ before: cells, after: null }] });
  expect(annexes[0]?.sums[0]).toEqual({
    field: 'Ventas exentas',
    before: '1.00',
    after: '0.00',
    net_before: '-1.00',
    net_after: '0.00',
    difference: '1.00',
  });
  expect(figures.find(({ box }) => box === '143')).toEqual({
    box: '143',
    label: 'Notas de crédito: débito fiscal (se resta)',
    before: '-1.00',
    after: '0.00',
    difference: '1.00',
  });
});
