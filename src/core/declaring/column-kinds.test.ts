import { describe, expect, it } from 'vitest';
import type { AnnexColumn } from './annex.ts';
import { INCOME_COLUMNS, PURCHASE_COLUMNS } from './cells.ts';
import * as column from './column-kinds.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

function refused({ whyNot }: AnnexColumn, cells: readonly string[], declared = NOVEMBER): readonly string[] {
  return cells.filter((cell) => whyNot(cell, declared) !== null);
}

describe('a column of an annex', () => {
  it.each([
    [
      'a day',
      column.day('Fecha'),
      ['01/11/2026', '30/11/2026'],
      ['31/11/2026', '1/11/2026', '05/10/2026', ''],
    ],
    ['a day of three earlier months', column.day('Fecha', 3), ['31/08/2026'], ['31/07/2026', '01/12/2026']],
    ['words', column.oneOf('Clase', '1', '4'), ['1', '4'], ['', '2', '14']],
    ['a NIT', column.nit('NIT'), ['', '06141501901010'], ['0614-150190-101-0', '000000018']],
    ['a NIT or NRC', column.nitOrNrc('NIT'), ['', '06141501901010', '1234567'], ['01234', '123456789']],
    ['a DUI', column.dui('DUI'), ['', '000000018'], ['00000001-8', '18']],
    ['a name', column.name('Nombre'), ['Ana', 'A & B'], ['', '  ', 'a;b', '"a"', "a'b"]],
    [
      'an amount',
      column.amount('Monto'),
      ['0.00', '1000000000.00'],
      ['', '-1.00', '1', '1.5', '1,0.00', '$1.00'],
    ],
    ['an amount of either sign', column.signedAmount('Monto'), ['-1.00', '1.00'], ['--1.00', '(1.00)']],
    ['a code', column.generationCode('Código'), ['A1'.repeat(16)], ['a1'.repeat(16), 'A1'.repeat(18)]],
    ['a stamp', column.receptionStamp('Sello'), ['Z9'.repeat(20)], ['Z9'.repeat(16)]],
    ['a number of the annex', column.annexNumber(9), ['9'], ['09', '']],
    ['a month', column.periodCell('Período'), ['112026'], ['202611', '102026']],
    ['an operation', INCOME_COLUMNS.operacion, ['1', '12'], ['0', '5', '01', '']],
    ['an income', INCOME_COLUMNS.ingreso, ['3', '10'], ['0', '11']],
    ['a purchase', PURCHASE_COLUMNS.clasificacion, ['1'], ['0', '3']],
  ])('%s takes what the portal takes', (_, kind, taken, others) => {
    expect(refused(kind, taken)).toEqual([]);
    expect(refused(kind, others)).toEqual(others);
  });

  it('takes a zero from before a class was asked for', () => {
    const earlier = (year: number, month: number) => ({ ...NOVEMBER, period: { year, month } });
    expect(refused(INCOME_COLUMNS.operacion, ['0'], earlier(2024, 12))).toEqual([]);
    expect(refused(PURCHASE_COLUMNS.sector, ['0'], earlier(2024, 1))).toEqual([]);
    expect(refused(PURCHASE_COLUMNS.sector, ['0'], earlier(2024, 2))).toEqual(['0']);
  });

  it('takes notes below zero where the accountant writes them so', () => {
    const notes = column.amountOfNotes('Monto');
    expect(refused(notes, ['-1.00'])).toEqual(['-1.00']);
    expect(refused(notes, ['-1.00'], { ...NOVEMBER, notesAreNegative: true })).toEqual([]);
  });
});
