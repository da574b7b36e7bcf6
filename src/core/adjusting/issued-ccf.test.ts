import { describe, expect, it } from 'vitest';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { CONTRIBUYENTE, DISTINCT_ITEM, DISTINCT_TOTALS } from '../../../test/support/example-net.ts';
import { buildCreditoFiscal } from '../dte/credito-fiscal.ts';
import { documentText } from '../dte/document-text.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { serializeDte } from '../dte/serialize.ts';
import { decimal } from '../money/decimal.ts';
import { ccfAmounts, readIssuedCcf } from './issued-ccf.ts';

const CODE = 'AB12CD34-0000-4000-8000-000000000001';
const ITEMS = [DISTINCT_ITEM, { ...DISTINCT_ITEM, codigo: null, cantidad: decimal('0.00000001') }];

function signed(generation: SchemaGeneration, totals = DISTINCT_TOTALS): string {
  const ccf = {
    ...{ issuer: exampleIssuer(), receptor: CONTRIBUYENTE, items: ITEMS, totals },
    ...{ totalLetras: 'DIEZ', condicionOperacion: 2, pagos: [], observaciones: null, apendice: [] },
  };
  return documentText(serializeDte(buildCreditoFiscal(ccf, generation)), {
    ...{ tipoDte: '03', generation, ambiente: '00', numeroControl: 'DTE-03-M001P001-000000000000001' },
    ...{ codigoGeneracion: CODE, postedMs: Date.UTC(2026, 10, 3, 3) },
  });
}

describe('a CCF read from its signed text', () => {
  it.each(['v1', 'v2'] as const)(
    'says in %s what was built, each amount from its own field',
    (generation) => {
      const { direccion } = CONTRIBUYENTE;
      const distrito = generation === 'v1' ? null : direccion.distrito;
      expect(readIssuedCcf(signed(generation))).toEqual({
        generation,
        codigoGeneracion: CODE,
        fechaEmision: '2026-11-02',
        activityCode: '47111',
        receptor: { ...CONTRIBUYENTE, direccion: { ...direccion, distrito } },
        items: ITEMS,
        totals: DISTINCT_TOTALS,
        condicionOperacion: 2,
      });
    },
  );

  it('has no VAT where nothing is taxed', () => {
    const untaxed = { ...DISTINCT_TOTALS, totalGravada: 0n, iva: 0n };
    expect(readIssuedCcf(signed('v2', untaxed)).totals).toEqual(untaxed);
  });
});

describe('what a CCF sold', () => {
  it('is its total with VAT, and its subtotal or its lines, whichever is more', () => {
    const { montoTotalOperacion: gross, subTotalVentas } = DISTINCT_TOTALS;
    expect(ccfAmounts({ items: ITEMS, totals: DISTINCT_TOTALS })).toEqual({ gross, net: subTotalVentas });
    const totals = { ...DISTINCT_TOTALS, subTotalVentas: decimal('2.39') };
    expect(ccfAmounts({ items: ITEMS, totals })).toEqual({ gross, net: decimal('2.4') });
  });
});
