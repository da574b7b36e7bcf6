import { describe, expect, it } from 'vitest';
import {
  fullCreditoFiscalV3,
  fullCreditoFiscalV4,
  validCreditoFiscalV3,
  validCreditoFiscalV4,
} from '../../test/support/simulator/documents-of-taxpayers.ts';
import { valueAt, withValue, withValues } from '../../test/support/simulator/edit.ts';
import { said } from '../../test/support/simulator/said.ts';
import { creditoFiscalV3 } from './credito-fiscal-v3.ts';
import { creditoFiscalV4 } from './credito-fiscal-v4.ts';

const GENERATIONS = [
  { kind: creditoFiscalV3, valid: validCreditoFiscalV3(), perception: 'ivaPerci1', retention: 'ivaRete1' },
  { kind: creditoFiscalV4, valid: validCreditoFiscalV4(), perception: 'ivaPerci', retention: 'ivaRete' },
];

const VAT_WRONG = '16/020 [resumen.tributos.valor] CALCULO INCORRECTO';

describe.each(GENERATIONS)('VAT of a CCF, version $kind.version', ({ kind, valid }) => {
  const sums = {
    'resumen.totalGravada': 130.01,
    'resumen.subTotalVentas': 140.01,
    'resumen.subTotal': 140.01,
  };
  const withVat = (vat: number) =>
    said(
      kind,
      withValues(valid, {
        ...sums,
        'resumen.tributos.0.valor': vat,
        'resumen.montoTotalOperacion': Number((140.01 + vat).toFixed(2)),
        'resumen.totalPagar': Number((141.51 + vat).toFixed(2)),
      }),
    );

  it('is 13 % of the base, a cent up or down of either rounding', () => {
    for (const vat of [16.89, 16.9, 16.91, 16.92]) expect(withVat(vat)).toBe('right');
    for (const vat of [16.88, 16.93, 0]) expect(withVat(vat)).toBe(VAT_WRONG);
  });

  it('stands in the summary', () => {
    const without = {
      'resumen.tributos': null,
      'resumen.montoTotalOperacion': 140,
      'resumen.totalPagar': 141.5,
    };
    expect(said(kind, withValues(valid, without))).toBe(VAT_WRONG);
  });

  it('is of what global discounts leave', () => {
    const discount = { 'resumen.descuGravada': 30, 'resumen.totalDescu': 31.86, 'resumen.subTotal': 110 };
    const rest = { 'resumen.montoTotalOperacion': 123, 'resumen.totalPagar': 124.5 };
    const discounted = withValues(valid, { ...discount, ...rest, 'resumen.tributos.0.valor': 13 });
    expect(said(kind, discounted)).toBe('right');
    expect(said(kind, withValue(discounted, 'resumen.tributos.0.valor', 16.9))).toBe(VAT_WRONG);
  });

  it('is added to the total together with other taxes', () => {
    const path = 'resumen.montoTotalOperacion';
    expect(said(kind, withValue(valid, path, 140))).toBe(`16/020 [${path}] CALCULO INCORRECTO`);
  });
});

describe.each(GENERATIONS)('1 % of VAT, version $kind.version', ({ kind, valid, perception, retention }) => {
  const with1Percent = (key: string, amount: number, paid: number) =>
    said(kind, withValues(valid, { [`resumen.${key}`]: amount, 'resumen.totalPagar': paid }));

  it('is perceived on top of what is paid, or retained from it', () => {
    for (const [amount, paid] of [
      [1.29, 159.69],
      [1.3, 159.7],
      [1.31, 159.71],
    ] as const) {
      expect(with1Percent(perception, amount, paid)).toBe('right');
    }
    expect(with1Percent(retention, 1.3, 157.1)).toBe('right');
    expect(with1Percent(retention, 1.3, 159.7)).toBe('16/020 [resumen.totalPagar] CALCULO INCORRECTO');
  });

  it('is that or nothing', () => {
    const wrong = (key: string) => `16/020 [resumen.${key}] CALCULO INCORRECTO`;
    expect(with1Percent(perception, 1.32, 159.72)).toBe(wrong(perception));
    expect(with1Percent(perception, 1.28, 159.68)).toBe(wrong(perception));
    expect(with1Percent(retention, 1.32, 157.08)).toBe(wrong(retention));
    expect(with1Percent(retention, 0.01, 158.39)).toBe(wrong(retention));
    expect(with1Percent(retention, 13, 145.4)).toBe(wrong(retention));
  });

  it('is sold to somebody else', () => {
    const own = String(valueAt(valid, 'emisor.nit'));
    expect(said(kind, withValue(valid, 'receptor.nit', own))).toBe(
      '13/007 [receptor.nit] VALOR NO ES PERMITIDO',
    );
  });

  it('begins at a base of 100.00', () => {
    const dropped = { 'cuerpoDocumento.1.precioUni': 0, 'cuerpoDocumento.1.montoDescu': 0 };
    const line = { ...dropped, 'cuerpoDocumento.1.ventaGravada': 0, 'cuerpoDocumento.1.tributos': null };
    const sums = { 'resumen.totalGravada': 100, 'resumen.totalDescu': 0, 'resumen.subTotalVentas': 110 };
    const rest = {
      'resumen.subTotal': 110,
      'resumen.tributos.0.valor': 13,
      'resumen.montoTotalOperacion': 123,
    };
    const withheld = { [`resumen.${retention}`]: 1, 'resumen.totalPagar': 123.5 };
    const hundred = withValues(valid, { ...line, ...sums, ...rest, ...withheld });
    expect(said(kind, hundred)).toBe('right');
    const below = withValues(hundred, { 'resumen.totalGravada': 99.99, 'resumen.subTotalVentas': 109.99 });
    expect(said(kind, below)).toBe(`16/020 [resumen.${retention}] CALCULO INCORRECTO`);
  });
});

it('takes income tax from what is paid, version 3', () => {
  const withheld = withValue(validCreditoFiscalV3(), 'resumen.reteRenta', 13);
  expect(said(creditoFiscalV3, withheld)).toContain('resumen.totalPagar');
  expect(said(creditoFiscalV3, withValue(withheld, 'resumen.totalPagar', 145.4))).toBe('right');
});

describe.each(GENERATIONS)('taxes of a line, version $kind.version', ({ kind, valid }) => {
  it.each([
    [0, null, '15/005 [Cuerpodocumento.item.1] DEBE PROPORCIONAR UN VALOR'],
    [0, ['59'], '15/003 [Cuerpodocumento.item.1] VALOR NO VALIDO'],
    [1, ['20', 'ZZ'], '15/003 [Cuerpodocumento.item.2] VALOR NO VALIDO'],
    [2, ['20'], '15/024 [Cuerpodocumento.item.3] VALOR EN CAMPO NO APLICA'],
    [0, ['20', '59'], 'right'],
  ])('line %i with %j', (index, tributos, expected) => {
    expect(said(kind, withValue(valid, `cuerpoDocumento.${index}.tributos`, tributos))).toBe(expected);
  });

  it('lists VAT alone where the line is a tax', () => {
    const tax = { 'cuerpoDocumento.0.tipoItem': 4, 'cuerpoDocumento.0.codTributo': 'A8' };
    expect(said(kind, withValues(valid, tax))).toBe('right');
    const more = withValues(valid, { ...tax, 'cuerpoDocumento.0.tributos': ['20', '59'] });
    expect(said(kind, more)).toBe('15/003 [Cuerpodocumento.item.1] VALOR NO VALIDO');
  });

  it('fills one column of sale only', () => {
    const split = { 'cuerpoDocumento.0.ventaGravada': 60, 'cuerpoDocumento.0.ventaExenta': 40 };
    expect(said(kind, withValues(valid, split))).toBe('16/020 [Cuerpodocumento.item.1] CALCULO INCORRECTO');
  });

  it('has a known code in the summary', () => {
    const unknown = withValue(valid, 'resumen.tributos.0.codigo', 'ZZ');
    expect(said(kind, unknown)).toBe('16/003 [resumen.tributos.codigo] VALOR NO VALIDO');
  });
});

describe('values beyond the schema of 2026', () => {
  it.each([
    ['identificacion.tipoModelo', 2, '11/024 [identificacion.tipoModelo]'],
    ['identificacion.tipoContingencia', 1, '11/024 [identificacion.tipoContingencia]'],
    ['receptor.nrc', null, '13/005 [receptor.nrc]'],
    ['receptor.codActividad', '99999', '13/003 [receptor.codActividad]'],
    ['receptor.direccion.distrito', '01', '13/003 [receptor.direccion.distrito]'],
    ['emisor.direccion.departamento', '15', '12/003 [emisor.direccion.departamento]'],
    ['cuerpoDocumento.0.tipoItem', 5, '15/003 [Cuerpodocumento.item.1]'],
    ['cuerpoDocumento.0.tipoItem', 4, '15/003 [Cuerpodocumento.item.1]'],
    ['cuerpoDocumento.0.codTributo', 'A8', '15/024 [Cuerpodocumento.item.1]'],
    ['resumen.condicionOperacion', 4, '16/003 [resumen.condicionOperacion]'],
    ['resumen.condicionOperacion', 2, '16/005 [resumen.pagos.plazo]'],
    ['resumen.pagos.0.plazo', '04', '16/003 [resumen.pagos.plazo]'],
  ])('%s = %j', (path, value, expected) => {
    expect(said(creditoFiscalV4, withValue(validCreditoFiscalV4(), path, value))).toContain(expected);
  });

  it.each([
    ['documentoRelacionado.0.tipoDocumento', '03', '14/003 [documentoRelacionado.tipoDocumento]'],
    ['documentoRelacionado.0.tipoGeneracion', 3, '14/003 [documentoRelacionado.tipoGeneracion]'],
    ['documentoRelacionado.0.numeroDocumento', '123', '14/003 [documentoRelacionado.numeroDocumento]'],
    ['ventaTercero.codDomiciliado', 3, '21/003 [ventaTercero.codDomiciliado]'],
    ['identificacion.motivoContin', null, '11/005 [identificacion.motivoContin]'],
  ])('with every part: %s = %j', (path, value, expected) => {
    expect(said(creditoFiscalV4, withValue(fullCreditoFiscalV4(), path, value))).toContain(expected);
  });
});

it('judges what is paid in full by its perception too', () => {
  const full = fullCreditoFiscalV3();
  expect(said(creditoFiscalV3, full)).toBe('right');
  expect(said(creditoFiscalV3, withValue(full, 'resumen.ivaPerci1', 0))).toContain('resumen.totalPagar');
});
