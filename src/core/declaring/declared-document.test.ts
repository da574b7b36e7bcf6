import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { decimal } from '../money/decimal.ts';
import { readDeclared } from './declared-document.ts';
import { type CompanyClasses, NO_CLASS, NO_CLASSES } from './given-class.ts';

type Json = Readonly<Record<string, unknown>>;

function read(
  tipoDte: Parameters<typeof declaredDocument>[0] & object,
  document: Json,
  classes: CompanyClasses = NO_CLASSES,
) {
  const text = JSON.stringify({ emisor: { codActividad: '62010' }, ...document });
  return readDeclared(declaredDocument(tipoDte), text, classes);
}

const VAT = [
  { codigo: '20', descripcion: 'IVA', valor: 1.3 },
  { codigo: '59', descripcion: 'Turismo', valor: 0.5 },
];
const AMOUNTS = { totalExenta: 2, descuExenta: 0.5, totalNoSuj: 3, totalGravada: 11, descuGravada: 1 };

describe('what a declaration reads of a document', () => {
  it.each([
    ['v1', { ivaPerci1: 0.1, ivaRete1: 0.2 }],
    ['v2', { ivaPerci: 0.1, ivaRete: 0.2 }],
  ])('is the same in %s', (_, withheld) => {
    const resumen = { ...AMOUNTS, ...withheld, tributos: VAT, montoTotalOperacion: 15.8 };
    const receptor = { nit: '0614-150190-101-0', nrc: '1234-5', nombre: 'Uno' };
    expect(read({ tipoDte: '03' }, { receptor, resumen })).toMatchObject({
      exempt: decimal('1.5'),
      notSubject: decimal('3'),
      taxed: decimal('10'),
      vat: decimal('1.3'),
      perceived: decimal('0.1'),
      retained: decimal('0.2'),
      total: decimal('15.8'),
      counterparty: { nombre: 'Uno', nit: '06141501901010', nrc: '12345', dui: null },
    });
  });

  it.each([15.8, 15.7])(
    'is what a note of v1 gives back, retained or not, where it says %d in all',
    (whole) => {
      const withheld = { ivaPerci1: 0, ivaRete1: 0.1, tributos: VAT, montoTotalOperacion: whole };
      expect(read({ tipoDte: '05' }, { receptor: null, resumen: { ...AMOUNTS, ...withheld } })).toMatchObject(
        {
          vat: decimal('1.3'),
          retained: decimal('0.1'),
          total: decimal('15.8'),
        },
      );
    },
  );

  it('is no VAT beside prices that hold it, and no customer where none is named', () => {
    const resumen = { ...AMOUNTS, tributos: null, montoTotalOperacion: 14.5 };
    expect(read({}, { receptor: null, resumen })).toMatchObject({
      vat: 0n,
      taxed: decimal('10'),
      counterparty: null,
    });
  });

  it('takes a NIT of nine digits for the DUI that it is', () => {
    const resumen = { ...AMOUNTS, tributos: VAT, montoTotalOperacion: 1 };
    const receptor = { nit: '00000001-8', nombre: 'Ana' };
    expect(read({ tipoDte: '03' }, { receptor, resumen }).counterparty).toMatchObject({
      nit: null,
      dui: '000000018',
    });
  });

  it.each([
    ['v1', 'sujetoExcluido'],
    ['v2', 'receptor'],
  ])('is of a purchase in %s what was bought and what was withheld', (_, party) => {
    const document = {
      [party]: { tipoDocumento: '13', numDocumento: '000000018', nombre: 'Ana' },
      resumen: { subTotal: 100, reteRenta: 10, totalPagar: 90 },
    };
    expect(read({ tipoDte: '14' }, document)).toMatchObject({
      purchased: decimal('100'),
      incomeTaxWithheld: decimal('10'),
      taxed: 0n,
      counterparty: { dui: '000000018' },
    });
  });

  it('is of an export its country, its kind and its value without the discount', () => {
    const emisor = { tipoItemExpor: 2 };
    const receptor = { codPais: 'GT', nombre: 'Abroad', tipoDocumento: '37', numDocumento: 'EIN-1' };
    const resumen = { totalGravada: 100, descuento: 10, flete: 5, montoTotalOperacion: 95 };
    expect(read({ tipoDte: '11' }, { emisor, receptor, resumen })).toMatchObject({
      taxed: decimal('90'),
      total: decimal('95'),
      exported: { servicesAlone: true, codPais: 'GT' },
      counterparty: { other: 'EIN1', nit: null, dui: null },
    });
  });

  it('is refused where the text is no document', () => {
    expect(() => read({}, {})).toThrow(TypeError);
  });
});

it('is classed by the activity that its issuer names', () => {
  const sale = { ...NO_CLASS, incomeType: 1 };
  const rule = { establishment: null, activityCode: '62010', sale, purchase: NO_CLASS };
  const resumen = { ...AMOUNTS, montoTotalOperacion: 15.8 };
  const classes = { ...NO_CLASSES, rules: [rule] };
  expect(read({ tipoDte: '01' }, { receptor: null, resumen }, classes).incomeClass.incomeType).toBe(1);
  const other = { emisor: { codActividad: '10005' }, receptor: null, resumen };
  expect(read({ tipoDte: '01' }, other, classes).incomeClass.incomeType).toBe(3);
});
