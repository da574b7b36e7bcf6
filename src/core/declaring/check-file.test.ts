import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { TAXPAYERS, taxpayersRow } from './annexes/taxpayers.ts';
import { checkFile, FileCheck } from './check-file.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

function line(number: number): string {
  const document = declaredDocument({
    tipoDte: '03',
    number,
    counterparty: { nit: '06141501901010' },
    amounts: { taxed: '100', vat: '13', exempt: '0.10' },
  });
  return TAXPAYERS.cellsOf(taxpayersRow(document, NOVEMBER)).join(';');
}

function checked(lines: readonly string[], limit = 10) {
  const check = new FileCheck(NOVEMBER, limit);
  for (const text of lines) check.add(text);
  return check.result();
}

describe('a file', () => {
  it('is known by its first line, and its amounts are summed', () => {
    const { annex, rows, sums, faults } = checked([line(1), line(2)]);
    expect([annex?.key, rows, faults]).toEqual(['1', 2, []]);
    expect(sums).toEqual([20n, 0n, 20_000n, 2_600n, 0n, 0n, 20_020n]);
  });

  it('is told line by line, up to a limit', () => {
    const wrong = line(1).replace('100.00', '100.001');
    const { faults, faultCount } = checked([line(2), wrong, `${wrong};`, wrong], 2);
    expect(faults.map(({ line: place, column }) => [place, column])).toEqual([
      [2, 'L'],
      [3, null],
    ]);
    expect(faultCount).toBe(4);
  });

  it('may not begin with a mark of UTF-8 nor repeat a row', () => {
    expect(checked([`\uFEFF${line(1)}`]).faults.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('BOM'),
    );
    expect(checked([line(1), line(1)]).faults).toEqual([
      { line: 2, column: null, field: null, message: 'La fila está repetida' },
    ]);
  });

  it('with a heading, as spreadsheets have, is said to have one, and its rows are known all the same', () => {
    const { annex, rows, faults } = checked(['Fecha;Clase;Retención de IVA 13%', line(1)]);
    expect([annex?.key, rows]).toEqual(['1', 2]);
    expect(faults.map(({ line: place, message }) => [place, message])).toEqual([
      [1, expect.stringContaining('encabezado')],
    ]);
  });

  it('is known by its name where no line says what it is', () => {
    const order = { declared: NOVEMBER, limit: 10 };
    const named = checkFile('anexo01-2026-11.csv', Buffer.from('1;2;3\r\n'), order);
    expect([named.annex?.key, named.faults[0]?.message]).toEqual([
      '1',
      'Registro no coincide con el de la estructura: tiene 3 columnas y deben ser 20',
    ]);
    for (const [name, key] of [
      ['Anexo 9.csv', '9'],
      ['ANEXO_05_NOV.CSV', '5'],
      ['anulados-2026-11.csv', 'anulados'],
      ['f14-2026-11.csv', 'f14'],
      ['anexo03.csv', undefined],
      ['ventas.csv', undefined],
    ] as const)
      expect([name, checkFile(name, Buffer.from('1;2;3\r\n'), order).annex?.key]).toEqual([name, key]);
  });

  it('of no annex is said to be of none', () => {
    expect(checked(['a;b;c']).faults).toHaveLength(1);
    expect(checked(['a;b;c']).annex).toBe(null);
  });
});
