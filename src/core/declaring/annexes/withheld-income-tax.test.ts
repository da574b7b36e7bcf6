import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { USUAL_PURCHASE } from '../purchase-class.ts';
import { WITHHELD_INCOME_TAX, WithheldGathering } from './withheld-income-tax.ts';

const PERIOD = { year: 2026, month: 11 };
const NOVEMBER = { period: PERIOD, notesAreNegative: false };

it('sums a person’s purchases into one row, and leaves out what withholds nothing', () => {
  const gathering = new WithheldGathering();
  const bought = (purchased: string, incomeTaxWithheld: string, dui: string) =>
    declaredDocument({
      tipoDte: '14',
      amounts: { purchased, incomeTaxWithheld },
      counterparty: { nombre: 'Ana Ñ', dui },
    });
  gathering.add(bought('100', '10', '012345678'));
  gathering.add(bought('50.50', '5.05', '012345678'));
  gathering.add(bought('20', '2', '000000019'));
  gathering.add(bought('70', '0', '000000027'));
  const lines = gathering.rows(PERIOD, USUAL_PURCHASE).map((row) => WITHHELD_INCOME_TAX.cellsOf(row));
  expect(lines.map((cells) => [cells[4], cells[6], cells[8], cells[22]])).toEqual([
    ['000000019', '20.00', '2.00', '112026'],
    ['012345678', '150.50', '15.05', '112026'],
  ]);
  expect(lines.map((cells) => cells.slice(0, 3))).toEqual([
    ['1', '9300', 'ANA Ñ'],
    ['1', '9300', 'ANA Ñ'],
  ]);
  for (const cells of lines) expect(WITHHELD_INCOME_TAX.faultsOf(cells, NOVEMBER)).toEqual([]);
  const [first = []] = lines;
  expect(WITHHELD_INCOME_TAX.faultsOf(first.with(8, '1.99'), NOVEMBER)).toMatchObject([{ column: 'I' }]);
  expect(WITHHELD_INCOME_TAX.faultsOf(first.with(22, '102026'), NOVEMBER)).toMatchObject([{ column: 'W' }]);
});
