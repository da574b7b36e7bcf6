import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { PERCEPTIONS, perceptionsLine } from './perceptions.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

it('has a row of what was perceived and on what, one per cent to the cent', () => {
  const document = declaredDocument({
    tipoDte: '03',
    counterparty: { nit: '06141501901010' },
    amounts: { taxed: '1234.56', perceived: '12.35' },
  });
  const cells = perceptionsLine(document);
  expect(cells.slice(0, 4)).toEqual(['06141501901010', '05/11/2026', '03', 'DTE03M001P001000000000000001']);
  expect(cells.slice(6)).toEqual(['1234.56', '12.35', '', '9']);
  expect(PERCEPTIONS.findingsOf(cells, NOVEMBER)).toEqual([]);
  expect(PERCEPTIONS.findingsOf(cells.with(7, '12.34'), NOVEMBER)).toMatchObject([
    { column: 'H', message: 'Cálculo del monto del IVA no es correcto' },
  ]);
  expect(PERCEPTIONS.findingsOf(cells.with(8, '012345678'), NOVEMBER)).toMatchObject([{ column: 'I' }]);
});

it('names a person by the DUI', () => {
  const document = declaredDocument({ tipoDte: '03', counterparty: { dui: '012345678' } });
  const cells = perceptionsLine(document);
  expect([cells[0], cells[8]]).toEqual(['', '012345678']);
});
