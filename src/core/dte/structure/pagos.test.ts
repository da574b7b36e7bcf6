import { describe, expect, it } from 'vitest';
import { foundBy, placesFoundBy } from '../../../../test/structure/found-by.ts';
import { creditTerms, pagosOfAnyPeriod, pagosV1, pagosV2 } from './pagos.ts';
import { object } from './shape.ts';

const anything = () => undefined;

const PAGO = { codigo: '01', montoPago: 1.13, referencia: null, plazo: null, periodo: null };

describe('payments', () => {
  it.each([null, [PAGO], [{ ...PAGO, plazo: '03', periodo: 2.5, referencia: 'cheque 12' }]])(
    'of every schema may be %j',
    (pagos) => {
      for (const shape of [pagosV1, pagosV2, pagosOfAnyPeriod]) expect(foundBy(shape, pagos)).toEqual([]);
    },
  );

  it.each([
    [{ montoPago: -0.01 }, 'montoPago'],
    [{ montoPago: 0.001 }, 'montoPago'],
    [{ montoPago: null }, 'montoPago'],
    [{ referencia: 'x'.repeat(51) }, 'referencia'],
    [{ codigo: '001' }, 'codigo'],
    [{ periodo: '3' }, 'periodo'],
    [{ plazo: 1 }, 'plazo'],
  ])('of no schema have %j', (changes, field) => {
    for (const shape of [pagosV1, pagosV2, pagosOfAnyPeriod])
      expect(placesFoundBy(shape, [{ ...PAGO, ...changes }])).toEqual([`#/0/${field}`]);
  });

  it('of v1 have codes of CAT-017 and CAT-018, or an empty code', () => {
    for (const codigo of ['09', '10', '14', '99', ''])
      expect(foundBy(pagosV1, [{ ...PAGO, codigo }])).toEqual([]);
    for (const codigo of ['00', '15', '98', null, ' '])
      expect(placesFoundBy(pagosV1, [{ ...PAGO, codigo }])).toEqual(['#/0/codigo']);
    for (const plazo of ['00', '04', ''])
      expect(placesFoundBy(pagosV1, [{ ...PAGO, plazo }])).toEqual(['#/0/plazo']);
  });

  it('of v2 have any code, and a period that is more than nothing', () => {
    expect(foundBy(pagosV2, [{ ...PAGO, codigo: null, plazo: 'x' }])).toEqual([]);
    for (const periodo of [0, -1]) {
      expect(placesFoundBy(pagosV2, [{ ...PAGO, periodo }])).toEqual(['#/0/periodo']);
      expect(foundBy(pagosOfAnyPeriod, [{ ...PAGO, periodo }])).toEqual([]);
      expect(foundBy(pagosV1, [{ ...PAGO, periodo }])).toEqual([]);
    }
  });

  it('are no empty list', () => {
    expect(foundBy(pagosV1, [])).toEqual(['# must have at least 1 entries']);
  });
});

describe('credit in v1', () => {
  const resumen = object({ condicionOperacion: anything, pagos: anything }, creditTerms);

  it('says its terms', () => {
    expect(
      foundBy(resumen, { condicionOperacion: 2, pagos: [{ ...PAGO, plazo: '01', periodo: 30 }] }),
    ).toEqual([]);
    expect(placesFoundBy(resumen, { condicionOperacion: 2, pagos: [PAGO] })).toEqual([
      '#/pagos/0/plazo',
      '#/pagos/0/periodo',
    ]);
  });

  it('may have no payments, and cash no terms', () => {
    expect(foundBy(resumen, { condicionOperacion: 2, pagos: null })).toEqual([]);
    expect(foundBy(resumen, { condicionOperacion: 1, pagos: [PAGO] })).toEqual([]);
  });
});
