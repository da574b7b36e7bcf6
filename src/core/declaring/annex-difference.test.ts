import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { AnnexComparison, figureChanges } from './annex-difference.ts';
import { TAXPAYERS, taxpayersLine } from './annexes/taxpayers.ts';
import { MonthTally } from './month-tally.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

function line(number: number, taxed = '100', tipoDte: '03' | '05' = '03', notesAreNegative = false) {
  const counterparty = { nit: '06141501901010' };
  const document = declaredDocument({ tipoDte, number, counterparty, amounts: { taxed, vat: '13' } });
  return taxpayersLine(document, { ...NOVEMBER, notesAreNegative });
}

type Rows = readonly (readonly string[])[];

function compared(before: Rows, after: Rows) {
  const comparison = new AnnexComparison(TAXPAYERS);
  for (const cells of before) comparison.before(cells);
  for (const cells of after) comparison.after(cells);
  for (const cells of before) comparison.beforeAgain(cells);
  return comparison.changes();
}

it('finds nothing in the same rows in another order', () => {
  const { added, removed, changed, rows } = compared(
    [line(1), line(2), line(2)],
    [line(2), line(1), line(2)],
  );
  expect([added, removed, changed, rows]).toEqual([0, 0, 0, []]);
});

it('tells rows that came, went and changed, and the sums on both sides', () => {
  const changes = compared([line(1), line(2), line(3)], [line(2), line(3, '150'), line(4)]);
  expect([changes.added, changes.removed, changes.changed]).toEqual([1, 1, 1]);
  expect(changes.rows).toEqual([
    { before: line(1), after: null },
    { before: line(3), after: line(3, '150') },
    { before: null, after: line(4) },
  ]);
  const [, , taxed] = changes.sums;
  expect(taxed).toEqual({
    field: 'Ventas gravadas locales',
    before: 30_000n,
    after: 35_000n,
    netBefore: 30_000n,
    netAfter: 35_000n,
  });
});

it('counts twins', () => {
  const { added, removed } = compared([line(1), line(1)], [line(1), line(1), line(1)]);
  expect([added, removed]).toEqual([1, 0]);
});

it.each([false, true])('takes notes off, be they written above or below zero: %s', (notesAreNegative) => {
  const tallies = { before: new MonthTally(), after: new MonthTally() };
  const comparison = new AnnexComparison(TAXPAYERS, tallies);
  comparison.before(line(1));
  comparison.after(line(1));
  comparison.after(line(2, '30', '05', notesAreNegative));
  const [, , taxed, debit] = comparison.changes().sums;
  expect([taxed?.netBefore, taxed?.netAfter]).toEqual([10_000n, 7_000n]);
  expect([debit?.netBefore, debit?.netAfter]).toEqual([1_300n, 0n]);
  const moved = figureChanges(tallies).filter(({ before, after }) => before !== after);
  expect(moved).toEqual([
    { box: '97', label: 'Notas de crédito: ventas gravadas (se resta)', before: 0n, after: -3_000n },
    { box: '143', label: 'Notas de crédito: débito fiscal (se resta)', before: 0n, after: -1_300n },
    { box: null, label: 'Débito fiscal del mes (135 + 140 - 143)', before: 1_300n, after: 0n },
    { box: null, label: 'Renta: operación 1, ingreso 3, sin IVA', before: 10_000n, after: 7_000n },
  ]);
});
