import { describe, expect, it } from 'vitest';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { CONTRIBUYENTE, DISTINCT_ITEM, DISTINCT_TOTALS } from '../../../test/support/example-net.ts';
import { codeOf, controlNumberOf } from '../../../test/support/identifiers.ts';
import { netContent } from '../drafting/credito-fiscal-draft.ts';
import { documentValues } from '../drafting/every-draft.ts';
import type { NetItem } from '../drafting/net-lines.ts';
import type { SaleType } from '../drafting/order.ts';
import { documentText, filledBody } from '../dte/document-text.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { decimal } from '../money/decimal.ts';
import { ccfAmounts, onlyClassOf, readIssuedCcf } from './issued-ccf.ts';

const CODE = codeOf('AB12CD34-0000-4000-8000-000000000001');
const ITEMS = [DISTINCT_ITEM, { ...DISTINCT_ITEM, codigo: null, cantidad: decimal('0.00000001') }];

function signed(generation: SchemaGeneration, totals = DISTINCT_TOTALS): string {
  const order = { transactionCondition: 2, observations: null, appendix: [] };
  const of = { issuer: exampleIssuer(), generation, order, recipient: CONTRIBUYENTE, pagos: [] };
  const kind = { tipoDte: '03', generation } as const;
  return documentText(filledBody(kind, documentValues(netContent(ITEMS, totals), of)).text, {
    ...kind,
    ambiente: '00',
    numeroControl: controlNumberOf('DTE-03-M001P001-000000000000001'),
    codigoGeneracion: CODE,
    postedMs: Date.UTC(2026, 10, 3, 3),
  });
}

describe('a CCF read from its signed text', () => {
  it.each(['v1', 'v2'] as const)(
    'says in %s what was built, each amount from its own field',
    (generation) => {
      const { direccion } = CONTRIBUYENTE;
      const distrito = generation === 'v1' ? null : direccion.distrito;
      expect(readIssuedCcf(signed(generation))).toEqual({
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
    const { subTotalVentas } = DISTINCT_TOTALS;
    const gross = decimal('12');
    expect(ccfAmounts({ items: ITEMS, totals: DISTINCT_TOTALS })).toMatchObject({
      gross,
      net: subTotalVentas,
    });
    const totals = { ...DISTINCT_TOTALS, subTotalVentas: decimal('2.39') };
    expect(ccfAmounts({ items: ITEMS, totals })).toMatchObject({ gross, net: decimal('2.4') });
  });

  it('is so many units of each line', () => {
    const { units } = ccfAmounts({ items: ITEMS, totals: DISTINCT_TOTALS });
    expect([...units]).toEqual(ITEMS.map(({ cantidad }, index) => [index + 1, cantidad]));
  });

  it('is the same in each class, VAT with what is taxed', () => {
    const totals = { ...DISTINCT_TOTALS, totalExenta: decimal('0.79') };
    expect(ccfAmounts({ items: ITEMS, totals }).classes).toEqual({
      taxed: { gross: decimal('9'), net: decimal('3') },
      exempt: { gross: decimal('0.79'), net: decimal('0.8') },
      non_subject: { gross: decimal('1'), net: decimal('1') },
    });
  });

  it.each<[SaleType | null, Partial<NetItem>]>([
    ['taxed', { ventaGravada: 1n }],
    ['exempt', { ventaExenta: 1n }],
    ['non_subject', { ventaNoSuj: 1n }],
    [null, { ventaGravada: 1n, ventaNoSuj: 1n }],
    [null, {}],
  ])('is of the class %s alone', (expected, sale) => {
    const nothing = { ventaGravada: 0n, ventaExenta: 0n, ventaNoSuj: 0n };
    const items = [
      { ...DISTINCT_ITEM, ...nothing },
      { ...DISTINCT_ITEM, ...nothing, ...sale },
    ];
    expect(onlyClassOf({ items })).toBe(expected);
  });
});
