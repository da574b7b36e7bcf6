import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { AnnexComparison } from './annex-difference.ts';
import { TAXPAYERS, taxpayersRow } from './annexes/taxpayers.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

function line(number: number, taxed = '100'): readonly string[] {
  const counterparty = { nit: '06141501901010' };
  const document = declaredDocument({ tipoDte: '03', number, counterparty, amounts: { taxed, vat: '13' } });
  return TAXPAYERS.cellsOf(taxpayersRow(document, NOVEMBER));
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
  expect(taxed).toEqual({ field: 'Ventas gravadas locales', before: 30_000n, after: 35_000n });
});

it('counts twins', () => {
  const { added, removed } = compared([line(1), line(1)], [line(1), line(1), line(1)]);
  expect([added, removed]).toEqual([1, 0]);
});
