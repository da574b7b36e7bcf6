import { describe, expect, it } from 'vitest';
import { draftedDocument, draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleLine,
  exampleOrder,
  problemsOf,
} from '../../../test/support/example-order.ts';
import { exampleExtranjero, sentences } from '../../../test/support/example-parties.ts';
import { draftExportacion } from './exportacion-draft.ts';
import type { DraftContext, ExportOrder, Order } from './order.ts';

const BY_SEA: ExportOrder = {
  itemType: null,
  incoterm: '09',
  fiscalPrecinct: '02',
  regimeType: 'EX-1',
  regime: '1000.000',
  freight: null,
  insurance: null,
};

function draft(changes: Partial<Order> = {}, context: Partial<DraftContext> = {}) {
  const order = exampleOrder({
    tipoDte: '11',
    customer: exampleExtranjero(),
    exportTerms: BY_SEA,
    ...changes,
  });
  return draftExportacion(order, exampleContext(context));
}

function problems(changes: Partial<Order>, context: Partial<DraftContext> = {}) {
  return sentences(problemsOf(draft(changes, context)));
}

describe('an export', () => {
  it('carries no VAT, and freight and insurance in its total', () => {
    const drafting = draft({
      lines: [exampleLine({ quantity: 275, unitPrice: 4.875, discountPercentage: 2, unit: '39' })],
      exportTerms: { ...BY_SEA, freight: 120.5, insurance: 30.25 },
    });
    expect(draftedMember(drafting, 'cuerpoDocumento')).toMatchObject([
      { precioUni: 4.875, montoDescu: 26.8125, ventaGravada: 1313.8125, tributos: ['C3'], uniMedida: 39 },
    ]);
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      totalGravada: 1313.81,
      totalDescu: 26.81,
      seguro: 30.25,
      flete: 120.5,
      tributos: [{ codigo: 'C3', valor: 0 }],
      montoTotalOperacion: 1464.56,
      totalPagar: 1464.56,
      totalLetras: 'MIL CUATROCIENTOS SESENTA Y CUATRO DÓLARES CON 56/100',
      pagos: [{ montoPago: 1464.56 }],
      codIncoterms: '09',
      descIncoterms: 'FOB-Libre a bordo',
    });
    expect(drafting).toMatchObject({
      summary: {
        customerName: 'Example Coffee Inc.',
        amountTaxable: '1464.56',
        amountVat: '0.00',
        amountGross: '1464.56',
        amountRetention: '0.00',
        amountTotal: '1464.56',
      },
    });
  });

  it('retains nothing, whoever the buyer is', () => {
    const lines = [exampleLine({ unitPrice: 500 })];
    const customer = exampleExtranjero({ typeContributor: 3 });
    expect(draft({ lines, customer })).toMatchObject({ summary: { amountTotal: '500.00' } });
  });

  it('puts the type of regime in front of the regime in v1', () => {
    expect(draftedMember(draft({}, { generation: 'v1' }), 'emisor')).toMatchObject({
      tipoItemExpor: 1,
      recintoFiscal: '02',
      regimen: 'EX-1.1000.000',
    });
    expect(draftedMember(draft(), 'emisor')).toMatchObject({ tipoRegimen: 'EX-1', regimen: '1000.000' });
  });

  it('of services has no terms though the company has some', () => {
    const company = exampleCompany({
      export_defaults: { incoterm: '09', fiscal_precinct: '02', regime_type: 'EX-1', regime: '1000.000' },
    });
    const services = { exportTerms: null, lines: [exampleLine({ itemType: 2 })] };
    for (const generation of ['v1', 'v2'] as const) {
      const document = draftedDocument(draft(services, { company, generation }));
      expect(document['emisor']).toMatchObject({ tipoItemExpor: 2, recintoFiscal: null, regimen: null });
      expect(document['resumen']).toMatchObject({ codIncoterms: null, descIncoterms: null });
    }
  });

  it('goes to the company’s country where the customer names none', () => {
    const company = exampleCompany({ export_defaults: { country: 'HN' } });
    const customer = exampleExtranjero({ country: null });
    expect(draftedMember(draft({ customer }, { company }), 'receptor')).toMatchObject({ codPais: 'HN' });
  });

  it.each([
    ['v1', 'facturas@ejemplo.com', {}],
    ['v1', 'respaldo@ejemplo.com', { delivery: { fallback_email: 'respaldo@ejemplo.com' } }],
    ['v2', null, {}],
  ] as const)(
    'of 10,000 in %s has the e-mail %s where the customer has none',
    (generation, correo, changes) => {
      const lines = [exampleLine({ unitPrice: 10_000 })];
      const company = exampleCompany(changes);
      expect(draftedMember(draft({ lines }, { generation, company }), 'receptor')).toMatchObject({ correo });
    },
  );
});

describe('an order that is no export', () => {
  it('has no customer', () => {
    expect(problems({ customer: null, customerName: 'Ana' })).toEqual([
      'customer: Es obligatorio en una exportación.',
    ]);
  });

  it.each([
    ['freight', -1, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
    ['insurance', 0.005, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
    ['freight', 1e21, 'Admite como máximo 11 dígitos enteros.'],
    ['insurance', Number.NaN, 'Debe ser un número, como 1.50.'],
  ])('has a %s of %s', (field, amount, message) => {
    expect(problems({ exportTerms: { ...BY_SEA, [field]: amount } })).toEqual([
      `export.${field}: ${message}`,
    ]);
  });

  it.each(['exempt', 'non_subject'] as const)('sells lines that are %s', (saleType) => {
    expect(problems({ lines: [exampleLine(), exampleLine({ saleType })] })).toEqual([
      'lines[1].sale_type: No se envía en una exportación.',
    ]);
  });

  it('sells lines that are goods and services in v2, not in v1', () => {
    const lines = [exampleLine({ itemType: 3 })];
    expect(problems({ lines })).toEqual(['lines[0].item_type: Debe ser 1 o 2 en una exportación.']);
    expect(problems({ lines }, { generation: 'v1' })).toEqual([]);
  });

  it('has more than 500 characters of observations in v1', () => {
    expect(problems({ observations: '🥖'.repeat(500) }, { generation: 'v1' })).toEqual([]);
    expect(problems({ observations: 'x'.repeat(501) }, { generation: 'v1' })).toEqual([
      'observations: Admite como máximo 500 caracteres en v1.',
    ]);
    expect(problems({ observations: 'x'.repeat(3000) })).toEqual([]);
  });

  it('is worth nothing, in v1', () => {
    const lines = [exampleLine({ unitPrice: 0 })];
    expect(problems({ lines })).toEqual([]);
    expect(problems({ lines }, { generation: 'v1' })).toEqual([
      'lines: El total debe ser mayor que cero (esquema fe-fex-v1).',
    ]);
    const shipped = { lines, exportTerms: { ...BY_SEA, freight: 0.01 } };
    expect(problems(shipped, { generation: 'v1' })).toEqual([]);
  });

  it('reaches the limit with its freight', () => {
    const lines = [exampleLine({ unitPrice: 99_999_999_999 })];
    expect(problems({ lines, exportTerms: { ...BY_SEA, freight: 0.99 } })).toEqual([]);
    expect(problems({ lines, exportTerms: { ...BY_SEA, freight: 1 } })).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
  });
});
