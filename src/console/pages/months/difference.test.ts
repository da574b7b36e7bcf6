import { expect, it } from 'vitest';
import { shownText } from '../../../../test/support/console-caller.ts';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { codeOf, controlNumberOf, idOf } from '../../../../test/support/identifiers.ts';
import { layoutVisit } from '../../../../test/support/layout-visit.ts';
import { AnnexComparison, figureChanges } from '../../../core/declaring/annex-difference.ts';
import { TAXPAYERS, taxpayersLine } from '../../../core/declaring/annexes/taxpayers.ts';
import { MonthTally } from '../../../core/declaring/month-tally.ts';
import { decimal } from '../../../core/money/decimal.ts';
import { differenceSection } from './difference.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };
const VISIT = layoutVisit('accountant');

function row(number: number, tipoDte: '03' | '05', taxed: string, vat: string) {
  const counterparty = { nombre: 'Peña <b>', nit: '06141501901010' };
  const document = declaredDocument({ tipoDte, number, counterparty, amounts: { taxed, vat } });
  return taxpayersLine(document, NOVEMBER);
}

const CHANGED = {
  documentId: idOf('uno'),
  tipoDte: '05',
  fecEmi: '2026-11-05',
  numeroControl: controlNumberOf('DTE-05-M001P001-000000000000002'),
  codigoGeneracion: codeOf('uno'),
  name: 'Peña <b>',
  event: 'sealed',
  effect: decimal('-33.90'),
} as const;

it('tells boxes, documents and rows as an accountant reads them', () => {
  const tallies = { before: new MonthTally(), after: new MonthTally() };
  const comparison = new AnnexComparison(TAXPAYERS, tallies);
  const [kept, changed] = [row(1, '03', '100', '13'), row(1, '03', '200', '26')];
  comparison.before(kept);
  for (const cells of [changed, row(2, '05', '30', '3.9')]) comparison.after(cells);
  comparison.beforeAgain(kept);
  const annexes = [comparison.changes()];
  const shown = shownText(
    differenceSection(VISIT, { figures: figureChanges(tallies), annexes, documents: [CHANGED] }).text,
  );
  expect(shown).toMatch(/se resta\)<.*?>97<.*?>\$0\.00<.*?>-\$30\.00<.*?>-\$30\.00</);
  expect(shown).toMatch(/Débito fiscal del mes.*?>\$13\.00<.*?>\$22\.10<.*?>\+\$9\.10</);
  expect(shown).toMatch(/Sellado después<.*?>-\$33\.90</);
  expect(shown).toMatch(
    /Ventas gravadas locales: <bdi>100\.00<\/bdi>, ahora <bdi>200\.00<\/bdi> · Débito fiscal: /,
  );
  expect(shown).toContain('Tipo de documento: <bdi>05</bdi> · ');
  expect(shown).not.toContain(';05;');
  expect(shown).toContain('con las notas de crédito restadas');
});

it('says that files are written otherwise where no document changed', () => {
  const comparison = new AnnexComparison(TAXPAYERS);
  comparison.after(row(1, '03', '100', '13'));
  const annexes = [comparison.changes()];
  const { text } = differenceSection(VISIT, { figures: [], annexes, documents: [] });
  expect(shownText(text)).toContain('cambió cómo se escriben los archivos');
});
