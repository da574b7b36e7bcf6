import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { NO_CLASS } from '../given-class.ts';
import { purchaseClassOf } from '../income-codes.ts';
import { lacksNumberOfF14, WITHHELD_INCOME_TAX, WithheldGathering } from './withheld-income-tax.ts';

const PERIOD = { year: 2026, month: 11 };
const NOVEMBER = { period: PERIOD, notesAreNegative: false };

it('sums a person’s purchases into one row, and leaves out what withholds nothing', () => {
  const gathering = new WithheldGathering();
  const bought = (purchased: string, incomeTaxWithheld: string, dui: string) =>
    declaredDocument({
      tipoDte: '14',
      amounts: { purchased, incomeTaxWithheld, incomeTaxBase: purchased },
      counterparty: { nombre: 'Ana Ñ', dui },
    });
  gathering.add(bought('100', '10', '012345678'));
  gathering.add(bought('50.50', '5.05', '012345678'));
  gathering.add(bought('20', '2', '000000019'));
  gathering.add(bought('70', '0', '000000027'));
  const lines = gathering.lines(PERIOD);
  expect(lines.map((cells) => [cells[4], cells[6], cells[8], cells[22]])).toEqual([
    ['000000019', '20.00', '2.00', '112026'],
    ['012345678', '150.50', '15.05', '112026'],
  ]);
  expect(lines.map((cells) => cells.slice(0, 3))).toEqual([
    ['1', '9300', 'ANA Ñ'],
    ['1', '9300', 'ANA Ñ'],
  ]);
  for (const cells of lines) expect(WITHHELD_INCOME_TAX.findingsOf(cells, NOVEMBER)).toEqual([]);
  const [first = []] = lines;
  expect(WITHHELD_INCOME_TAX.findingsOf(first.with(8, '1.99'), NOVEMBER)).toMatchObject([{ column: 'I' }]);
  expect(WITHHELD_INCOME_TAX.findingsOf(first.with(22, '102026'), NOVEMBER)).toMatchObject([{ column: 'W' }]);
});

it('has a row of its own for each class of a person’s purchases', () => {
  const gathering = new WithheldGathering();
  for (const costType of [2, 3, 2])
    gathering.add(
      declaredDocument({
        tipoDte: '14',
        amounts: { purchased: '100', incomeTaxWithheld: '10', incomeTaxBase: '100' },
        counterparty: { dui: '012345678' },
        purchaseClass: purchaseClassOf({ ...NO_CLASS, costType }),
      }),
    );
  const lines = gathering.lines(PERIOD);
  expect(lines.map((cells) => [cells[6], cells[21]])).toEqual([
    ['200.00', '2'],
    ['100.00', '3'],
  ]);
});

const SERVICE_OF_10_05 = {
  tipoDte: '14',
  amounts: { purchased: '10.05', incomeTaxWithheld: '1.01', incomeTaxBase: '10.05' },
} as const;

it('opens a further row where one would no longer be a tenth to the cent', () => {
  const gathering = new WithheldGathering();
  for (const number of [1, 2, 3])
    gathering.add(declaredDocument({ ...SERVICE_OF_10_05, number, counterparty: { dui: '012345678' } }));
  const lines = gathering.lines(PERIOD);
  expect(lines.map((cells) => [cells[6], cells[8]])).toEqual([
    ['10.05', '1.01'],
    ['10.05', '1.01'],
    ['10.05', '1.01'],
  ]);
  for (const cells of lines) expect(WITHHELD_INCOME_TAX.findingsOf(cells, NOVEMBER)).toEqual([]);
});

it('leaves out whom F-14 cannot name', () => {
  const gathering = new WithheldGathering();
  const foreign = declaredDocument({ ...SERVICE_OF_10_05, counterparty: { other: 'P1234567' } });
  gathering.add(foreign);
  expect(gathering.lines(PERIOD)).toEqual([]);
  expect(lacksNumberOfF14(foreign)).toBe(true);
});
