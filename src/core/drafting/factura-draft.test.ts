import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleLine,
  exampleOrder,
  exampleParty,
  problemsOf,
} from '../../../test/support/example-order.ts';
import { draftFactura } from './factura-draft.ts';
import type { DraftContext, Drafting, Order } from './order.ts';

function draft(order: Partial<Order>, context: Partial<DraftContext> = {}): Drafting {
  return draftFactura(exampleOrder(order), exampleContext(context));
}

/** A member of the drafted document, amounts as ordinary numbers. */
function member(drafting: Drafting, name: 'resumen' | 'cuerpoDocumento' | 'receptor'): unknown {
  if (drafting.kind === 'problems') throw new Error(JSON.stringify(drafting.problems));
  return JSON.parse(drafting.text)[name];
}

function paths(order: Partial<Order>, context: Partial<DraftContext> = {}): readonly string[] {
  return problemsOf(draft(order, context)).map(({ path, message }) => `${path}: ${message}`);
}

describe('amounts', () => {
  it('of one taxed line include its VAT', () => {
    const drafting = draft({
      lines: [exampleLine({ quantity: 3, unitPrice: 1.13, discountPercentage: 10 })],
    });
    expect(member(drafting, 'cuerpoDocumento')).toMatchObject([
      {
        precioUni: 1.13,
        montoDescu: 0.339,
        ventaGravada: 3.051,
        ivaItem: 0.351,
        ventaExenta: 0,
        ventaNoSuj: 0,
      },
    ]);
    expect(member(drafting, 'resumen')).toMatchObject({
      totalGravada: 3.05,
      subTotalVentas: 3.05,
      totalDescu: 0.34,
      subTotal: 3.05,
      ivaRete: 0,
      montoTotalOperacion: 3.05,
      totalPagar: 3.05,
      totalIva: 0.35,
      totalLetras: 'TRES DÓLARES CON 05/100',
      pagos: [{ montoPago: 3.05 }],
    });
    expect(drafting).toMatchObject({
      establishment: 'M001',
      pointOfSale: 'P001',
      summary: {
        customerName: 'Consumidor Final',
        amountTaxable: '2.70',
        amountVat: '0.35',
        amountGross: '3.05',
        amountRetention: '0.00',
        amountTotal: '3.05',
      },
    });
  });

  it('go into the column of their kind of sale, without VAT where there is none', () => {
    const lines = [
      exampleLine({ unitPrice: 1.005 }),
      exampleLine({ unitPrice: 2.005, saleType: 'exempt' }),
      exampleLine({ unitPrice: 3.005, saleType: 'non_subject' }),
    ];
    const drafting = draft({ lines });
    expect(member(drafting, 'cuerpoDocumento')).toMatchObject([
      { ventaGravada: 1.005, ventaExenta: 0, ventaNoSuj: 0, ivaItem: 0.11561947 },
      { ventaGravada: 0, ventaExenta: 2.005, ventaNoSuj: 0, ivaItem: 0 },
      { ventaGravada: 0, ventaExenta: 0, ventaNoSuj: 3.005, ivaItem: 0 },
    ]);
    expect(member(drafting, 'resumen')).toMatchObject({
      totalGravada: 1.01,
      totalExenta: 2.01,
      totalNoSuj: 3.01,
      montoTotalOperacion: 6.03,
      totalIva: 0.12,
    });
  });

  it('round the exact sum of the lines once', () => {
    const lines = Array.from({ length: 100 }, () => exampleLine({ unitPrice: 0.0049 }));
    expect(member(draft({ lines }), 'resumen')).toMatchObject({ totalGravada: 0.49, totalIva: 0.06 });
  });

  it('may be zero', () => {
    const lines = [exampleLine({ discountPercentage: 100 })];
    expect(member(draft({ lines }), 'resumen')).toMatchObject({
      totalDescu: 1.13,
      totalPagar: 0,
      totalLetras: 'CERO DÓLARES CON 00/100',
    });
  });
});

describe('retention', () => {
  const retained = (unitPrice: number, typeContributor: number | null, changes = {}) => {
    const lines = [exampleLine({ unitPrice, ...changes })];
    const drafting = draft({ lines, customer: exampleParty({ typeContributor }) });
    return drafting.kind === 'draft' ? drafting.summary : null;
  };

  it.each([
    [113, 3, { amountRetention: '1.00', amountTotal: '112.00' }],
    [113, 4, { amountRetention: '1.00', amountTotal: '112.00' }],
    [112.99, 3, { amountRetention: '0.00', amountTotal: '112.99' }],
    [113.57, 3, { amountRetention: '1.01', amountTotal: '112.56' }],
    [113, 1, { amountRetention: '0.00', amountTotal: '113.00' }],
    [113, 2, { amountRetention: '0.00', amountTotal: '113.00' }],
    [113, null, { amountRetention: '0.00', amountTotal: '113.00' }],
  ])('of %d from contributor %j: %j', (price, contributor, amounts) => {
    expect(retained(price, contributor)).toMatchObject(amounts);
  });

  it('does not touch what is exempt, and leaves the total of the operation as it is', () => {
    expect(retained(500, 3, { saleType: 'exempt' })).toMatchObject({ amountRetention: '0.00' });
    expect(retained(226, 3)).toMatchObject({ amountGross: '226.00', amountTotal: '224.00' });
  });

  it('has each generation’s own name', () => {
    const order = {
      lines: [exampleLine({ unitPrice: 226 })],
      customer: exampleParty({ typeContributor: 3 }),
    };
    const v1 = exampleContext({ company: exampleCompany({ schema_generation: 'v1' }), generation: 'v1' });
    expect(member(draft(order, v1), 'resumen')).toMatchObject({ ivaRete1: 2, reteRenta: 0, totalPagar: 224 });
    expect(member(draft(order), 'resumen')).toMatchObject({ ivaRete: 2, totalPagar: 224 });
  });
});

describe('the recipient', () => {
  it('is null for nobody, a name alone for a bare name', () => {
    expect(member(draft({}), 'receptor')).toBeNull();
    const drafting = draft({ customerName: 'Doña Ficticia' });
    expect(member(drafting, 'receptor')).toEqual({
      tipoDocumento: null,
      numDocumento: null,
      nrc: null,
      nombre: 'Doña Ficticia',
      codActividad: null,
      descActividad: null,
      direccion: null,
      telefono: null,
      correo: null,
    });
    expect(drafting).toMatchObject({ summary: { customerName: 'Doña Ficticia' } });
  });

  it('lives where the establishment is that issues, where nothing else is said', () => {
    const establishments = [
      {
        code: 'S002',
        points_of_sale: ['P001'],
        address: 'Avenida Ficticia 2',
        department: '02',
        municipality: '15',
        district_code: '10',
      },
    ];
    const company = exampleCompany({ establishments });
    const order = { customer: exampleParty({ name: 'Cliente', address: 'Calle 3' }) };
    expect(member(draft(order, { company }), 'receptor')).toMatchObject({
      direccion: { departamento: '02', municipio: '15', distrito: '10', complemento: 'Calle 3' },
    });
  });
});

describe('identification', () => {
  const costing = (unitPrice: number) => ({ lines: [exampleLine({ unitPrice })] });
  const identified = { name: 'Cliente', documentType: '13', documentNumber: '012345678' };

  it.each([
    ['v1', [1094.99, 1095], 'Es obligatorio: el esquema v1 lo exige desde 1095.00.'],
    ['v2', [24_999.99, 25_000], 'Es obligatorio: Hacienda lo exige desde 25000.00.'],
  ] as const)('in %s changes between %j', (generation, [below, from], message) => {
    expect(paths(costing(below), { generation })).toEqual([]);
    expect(paths(costing(from), { generation })).toEqual([`customer: ${message}`]);
    const named = { ...costing(from), customerName: 'Cliente' };
    expect(paths(named, { generation })).toEqual([`customer: ${message}`]);
    const unnumbered = { ...costing(from), customer: exampleParty({ name: 'Cliente' }) };
    expect(paths(unnumbered, { generation })).toEqual([`customer.document_number: ${message}`]);
    const nameless = { ...costing(from), customer: exampleParty({ ...identified, name: null }) };
    expect(paths(nameless, { generation })).toEqual([`customer.name: ${message}`]);
    expect(paths({ ...costing(from), customer: exampleParty(identified) }, { generation })).toEqual([]);
  });

  it('that was sent and is wrong has one problem, not two', () => {
    const customer = exampleParty({ ...identified, documentNumber: '012345670' });
    expect(paths({ ...costing(25_000), customer })).toEqual([
      'customer.document_number: el dígito verificador del DUI no es correcto.',
    ]);
  });
});

describe('problems', () => {
  it('name the line that the caller wrote, however many lines before it are wrong', () => {
    const lines = [exampleLine({ quantity: 0 }), exampleLine(), exampleLine({ unit: '00' })];
    expect(paths({ lines })).toEqual([
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'lines[2].unit: No existe en el catálogo de unidades (CAT-014).',
    ]);
  });

  it('are about a document that the schema could not hold', () => {
    const huge = exampleLine({ unitPrice: 50_000_000_000 });
    const customer = exampleParty({ name: 'Cliente', documentNumber: '123' });
    expect(paths({ lines: [huge, huge], customer })).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
    const given = exampleLine({ unitPrice: 50_000_000_000, discountPercentage: 100 });
    expect(paths({ lines: [given, given], customer })).toEqual([
      'lines: El total de descuentos debe ser menor que 100,000,000,000.',
    ]);
    const largest = exampleLine({ unitPrice: 99_999_999_999 });
    expect(paths({ lines: [largest], customer })).toEqual([]);
  });

  it('are all told at once', () => {
    const order = {
      establishment: 'S009',
      lines: [exampleLine({ unitPrice: -1 })],
      customer: exampleParty({ phone: '1' }),
    };
    expect(paths(order).map((text) => text.split(':')[0])).toEqual([
      'establishment',
      'lines[0].unit_price',
      'customer.phone',
    ]);
  });

  it('of payments need readable lines to compare with', () => {
    const payments = [{ method: '01', amount: 5, reference: null }];
    expect(paths({ payments, paymentsListed: true })).toEqual([
      'payments: Los montos deben sumar el total a pagar, 1.13; solo uno puede omitirse.',
    ]);
    const lines = [exampleLine({ quantity: 0 })];
    expect(paths({ payments, paymentsListed: true, lines })).toEqual([
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
    ]);
  });

  it('of payments are told beside those of lines, as far as they need no total', () => {
    const payments = [{ method: '77', amount: 5, reference: null }];
    expect(paths({ payments, paymentsListed: true, lines: [exampleLine({ quantity: 0 })] })).toEqual([
      'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'payments[0].method: No es un código de forma de pago.',
    ]);
  });
});
