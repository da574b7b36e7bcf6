import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { TAXPAYERS, taxpayersLine } from './taxpayers.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };
const TAXPAYER = { nombre: 'Distribuidora Ficticia; "La Ñ"', nit: '06141501901010', nrc: '0123456' };

function ccf(amounts: Parameters<typeof declaredDocument>[0] = {}) {
  return declaredDocument({
    tipoDte: '03',
    counterparty: TAXPAYER,
    amounts: { exempt: '500', notSubject: '1000', taxed: '2500.00', vat: '325.00' },
    ...amounts,
  });
}

function line(document = ccf(), declared = NOVEMBER): readonly string[] {
  return taxpayersLine(document, declared);
}

describe('annex 1', () => {
  it('has twenty columns, the number as resolución, the seal as serie and the code as número', () => {
    expect(line()).toEqual([
      '05/11/2026',
      '4',
      '03',
      'DTE03M001P001000000000000001',
      '20261'.padEnd(40, '0'),
      ccf().codigoGeneracion.replaceAll('-', ''),
      '',
      '06141501901010',
      'Distribuidora Ficticia La Ñ',
      '500.00',
      '1000.00',
      '2500.00',
      '325.00',
      '0.00',
      '0.00',
      '4000.00',
      '',
      '1',
      '3',
      '1',
    ]);
  });

  it('takes its own lines', () => {
    expect(TAXPAYERS.findingsOf(line(), NOVEMBER)).toEqual([]);
  });

  it('names a person by the DUI where there is neither NIT nor NRC, and by the NRC without its zeros', () => {
    const person = line(ccf({ counterparty: { nombre: 'Ana', dui: '012345678' } }));
    expect([person[7], person[16]]).toEqual(['', '012345678']);
    const registered = line(ccf({ counterparty: { nombre: 'Ana', dui: '012345678', nrc: '0001230' } }));
    expect([registered[7], registered[16]]).toEqual(['1230', '']);
  });

  it('writes notes above zero, and below it where the accountant says so', () => {
    const note = ccf({ tipoDte: '05' });
    expect(line(note).slice(9, 16)).toEqual([
      '500.00',
      '1000.00',
      '2500.00',
      '325.00',
      '0.00',
      '0.00',
      '4000.00',
    ]);
    const declared = { ...NOVEMBER, notesAreNegative: true };
    const negative = line(note, declared);
    expect([negative[11], negative[12], negative[15]]).toEqual(['-2500.00', '-325.00', '-4000.00']);
    expect(TAXPAYERS.findingsOf(negative, declared)).toEqual([]);
    expect(TAXPAYERS.findingsOf(negative, NOVEMBER)[0]).toMatchObject({ column: 'J' });
  });

  it('asks for no class of income tax before 2025', () => {
    const declared = { ...NOVEMBER, period: { year: 2024, month: 12 } };
    expect(line(ccf({ fecEmi: '2024-12-05' }), declared).slice(17)).toEqual(['0', '0', '1']);
  });

  it.each([
    ['another month', 0, '05/10/2026', 'Registro de CCF o FACTURA no es para el periodo a declarar'],
    ['a date of another form', 0, '2026-11-05', 'Formato de Fecha no es correcto'],
    ['hyphens in the number', 3, 'DTE-03-M001P001-000000000000001', 'Formato de resolución no es correcto'],
    ['a seal of 39', 4, 'A'.repeat(39), 'Longitud de serie no es correcto'],
    ['no counterparty', 7, '', 'Longitud de Nit no es correcta o no puede ser vacio'],
    ['a NIT of 13 digits', 7, '0614150190101', 'Longitud de Nit no es correcta o no puede ser vacio'],
    ['thousands apart', 11, '2,500.00', 'Ventas gravadas locales: el monto debe llevar punto'],
    ['a blank amount', 9, '', 'Ventas exentas: el monto debe llevar punto'],
    ['another VAT', 12, '326.00', 'Cálculo del monto del IVA no es correcto'],
    ['another total', 15, '4325.00', 'Total de ventas debe ser la suma'],
    ['both numbers', 16, '012345678', 'DUI del cliente debe quedar vacío'],
    ['a class of no list', 18, '11', 'Tipo de ingreso (Renta) debe ser uno de'],
    ['another annex', 19, '2', 'Información no corresponde a este detalle'],
  ])('says of %s what the portal says', (_, place, cell, message) => {
    const faults = TAXPAYERS.findingsOf(line().with(place, cell), NOVEMBER);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain(message);
  });

  it('says of a line of another shape that it is of another shape', () => {
    expect(TAXPAYERS.findingsOf(line().slice(1), NOVEMBER)).toEqual([
      {
        column: null,
        field: null,
        warrant: 'portal',
        message: 'Registro no coincide con el de la estructura: tiene 19 columnas y deben ser 20',
      },
    ]);
  });
});
