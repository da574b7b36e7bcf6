import { expect, it } from 'vitest';
import { addsUp, byOneNumber, whyNotPurchase, whyNotType, wrongSign } from './row-rules.ts';

const MARCH = { period: { year: 2026, month: 3 }, notesAreNegative: false };

it.each([
  ['03', null],
  ['05', 'resolucion'],
])('holds the control number against the type %s', (tipo, column) => {
  const fault = whyNotType({ tipo, resolucion: 'DTE03M001P001000000000000001' });
  expect(fault?.column ?? null).toBe(column);
});

it.each([
  ['1', '', null],
  ['', '2', null],
  ['1', '2', 'dui'],
  ['', '', 'nit'],
])('has one of two numbers, not %j with %j', (nit, dui, column) => {
  expect(byOneNumber('nit', 'ambos')({ nit, dui }, MARCH)?.column ?? null).toBe(column);
});

it('adds up the parts of a total', () => {
  const rule = addsUp('total', ['one', 'other'], 'no suma');
  expect(rule({ one: '1.00', other: '-0.25', total: '0.75' }, MARCH)).toBeNull();
  expect(rule({ one: '1.00', other: '', total: '1.01' }, MARCH)).toEqual({
    column: 'total',
    warrant: 'manual',
    message: 'no suma',
  });
});

it('finds the first amount of the wrong sign', () => {
  const row = { one: '0.00', other: '-1.00', third: '1.00' };
  expect(wrongSign(row, ['one', 'other', 'third'], false)).toBe('other');
  expect(wrongSign(row, ['one', 'other', 'third'], true)).toBe('third');
  expect(wrongSign(row, ['one'], true)).toBeUndefined();
});

it.each([
  ['0000', null],
  ['1222', null],
  ['1224', 'tipo'],
  ['0222', null],
])('admits the combination %s of a purchase', (codes, column) => {
  const [operacion = '', clasificacion = '', sector = '', tipo = ''] = codes;
  expect(whyNotPurchase({ operacion, clasificacion, sector, tipo })?.column ?? null).toBe(column);
});
