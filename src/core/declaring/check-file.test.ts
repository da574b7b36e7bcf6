import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { ConsumersGathering } from './annexes/consumers.ts';
import { taxpayersLine } from './annexes/taxpayers.ts';
import { checkFile, FileCheck, WholeFileCheck } from './check-file.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

function line(number: number): string {
  const document = declaredDocument({
    tipoDte: '03',
    number,
    counterparty: { nit: '06141501901010' },
    amounts: { taxed: '100', vat: '13', exempt: '0.10' },
  });
  return taxpayersLine(document, NOVEMBER).join(';');
}

function checked(lines: readonly string[], limit = 10) {
  const check = new FileCheck(NOVEMBER, limit);
  for (const text of lines) check.add(text);
  return check.result();
}

describe('a file', () => {
  it('is known by its first line, and its amounts are summed', () => {
    const { annex, rows, sums, faults } = checked([line(1), line(2)]);
    expect([annex?.key, rows, faults.told]).toEqual(['1', 2, []]);
    expect(sums).toEqual([20n, 0n, 20_000n, 2_600n, 0n, 0n, 20_020n]);
  });

  it('is told line by line, up to a limit', () => {
    const wrong = line(1).replace('100.00', '1,00.00');
    const { faults } = checked([line(2), wrong, `${wrong};1`, wrong], 2);
    expect(faults.told.map(({ line: place, column }) => [place, column])).toEqual([
      [2, 'L'],
      [3, null],
    ]);
    expect(faults.count).toBe(3);
  });

  it('has mistakes, which the portal refuses in its own words, and remarks', () => {
    const { faults, remarks } = checked([
      line(1).replace(';4;', ';1;'),
      line(2).replace(';13.00;', ';15.00;'),
    ]);
    expect(faults.told.map(({ line: place, column, warrant }) => [place, column, warrant])).toEqual([
      [2, 'M', 'portal'],
    ]);
    expect(remarks.told.map(({ line: place, column, warrant }) => [place, column, warrant])).toEqual([
      [1, 'B', 'manual'],
    ]);
  });

  it('may not begin with a mark of UTF-8 nor repeat a row', () => {
    expect(checked([`\uFEFF${line(1)}`]).faults).toEqual({
      told: [expect.objectContaining({ line: 0, message: expect.stringContaining('BOM') })],
      repeated: [],
      count: 1,
    });
    expect(checked([line(1), line(1)]).remarks.told).toEqual([
      { line: 2, column: null, field: null, warrant: 'manual', message: 'La fila está repetida' },
    ]);
  });

  it('is told of rows below zero as something to look at, and stays without a fault', () => {
    const gathering = new ConsumersGathering(NOVEMBER.period, { exportsWithFreight: false });
    for (const [number, fecEmi] of ['2026-10-05', '2026-11-05'].entries())
      gathering.add(declaredDocument({ number: number + 1, fecEmi, amounts: { taxed: '11.30' } }));
    const lines = gathering.lines().map((cells) => cells.join(';'));
    const { remarks, faults } = checked(lines);
    expect(faults.count).toBe(0);
    expect(remarks).toEqual({
      told: [
        {
          line: 1,
          column: 'T',
          field: 'Total de ventas',
          warrant: 'manual',
          message: expect.stringContaining('revise: fila negativa'),
        },
      ],
      repeated: [],
      count: 1,
    });
    const [wrong] = checked(lines.map((one) => one.replace('05/10/2026', '05/11/2026'))).remarks.told;
    expect(wrong?.message).toContain('no debe ser negativa');
  });

  it('with a heading, as spreadsheets have, is said to have one, and its rows are known all the same', () => {
    const { annex, rows, faults } = checked(['Fecha;Clase;Retención de IVA 13%', line(1)]);
    expect([annex?.key, rows]).toEqual(['1', 2]);
    expect(faults.told.map(({ line: place, message }) => [place, message])).toEqual([
      [1, expect.stringContaining('encabezado')],
    ]);
  });

  it('is known by its name where no line says what it is', () => {
    const order = { declared: NOVEMBER, limit: 10 };
    const named = checkFile('anexo01-2026-11.csv', Buffer.from('1;2;3\r\n'), order);
    expect([named.annex?.key, named.faults.told[0]?.message]).toEqual([
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

  it('of no annex is said once to be of none', () => {
    for (const lines of [['a;b;c'], Array<string>(900).fill('a;b'), Array<string>(900).fill('5'), []]) {
      const { annex, sums, faults } = checked(lines);
      const { told, repeated, count } = faults;
      expect([annex, sums, told.length, repeated, count]).toEqual([null, [], 1, [], 1]);
    }
    expect(checked(['a;b;c']).faults.told[0]?.message).toMatch(/^Ninguna de sus filas/);
    for (const [width, due] of [
      [22, '20 en el anexo 1'],
      [24, '23 en el anexo 2'],
    ] as const) {
      const wide = checked(Array<string>(3).fill(Array<string>(width).fill('x').join(';')));
      expect([wide.annex, wide.rows, wide.unsummed]).toEqual([null, 3, 3]);
      expect(wide.faults.told[0]?.message).toContain(`tienen ${width} columnas y deben ser 20`);
      expect(wide.faults.told[0]?.message).toContain(due);
    }
    expect(checked(['a;b', 'a;b;c']).faults.told[0]?.message).toContain('tienen de 2 a 3 columnas');
    const advances = checked(Array<string>(9).fill('x;x;x;x;x;x;x;x;4'));
    expect(advances.faults.told.map(({ line: place, message }) => [place, message])).toEqual([
      [0, expect.stringContaining('del anexo 4')],
    ]);
  });

  it('that is no text is said once what it is, however its bytes come', () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n5\r\n'), Buffer.alloc(9_000, '5\r\n')]);
    const order = { declared: NOVEMBER, limit: 10 };
    const whole = checkFile('anexo01-2026-11.csv', pdf, order);
    expect([whole.annex, whole.rows, whole.faults.count]).toEqual([null, 0, 1]);
    expect(whole.faults.told[0]?.message).toMatch(/^Esto es un PDF, no un archivo de anexo/);
    const rows = Buffer.from(`${Array.from({ length: 40 }, (_, index) => line(index + 1)).join('\r\n')}\r\n`);
    for (const bytes of [pdf, rows, rows.subarray(0, 500)])
      for (const step of [1, 7, 4_095, 4_097]) {
        const check = new WholeFileCheck('anexo01-2026-11.csv', order);
        for (let at = 0; at < bytes.length; at += step) check.add(bytes.subarray(at, at + step));
        expect(check.result()).toEqual(checkFile('anexo01-2026-11.csv', bytes, order));
      }
    expect(checkFile('anexo01-2026-11.csv', rows, order)).toMatchObject({
      rows: 40,
      faults: { count: 0 },
    });
  });

  it('is read in a time that grows as its first line does', () => {
    const began = performance.now();
    expect(checked([`${'1'.repeat(240_000)}x;x`]).rows).toBe(1);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('without rows is sound where its name says which annex it is', () => {
    const order = { declared: NOVEMBER, limit: 10 };
    expect(checkFile('anexo01-2026-11.csv', Buffer.alloc(0), order)).toMatchObject({
      annex: { key: '1' },
      faults: { count: 0 },
      remarks: { count: 0 },
      sums: Array(7).fill(0n),
    });
    expect(checkFile('ventas.csv', Buffer.alloc(0), order).faults.told[0]?.message).toContain('vacío');
  });
});
