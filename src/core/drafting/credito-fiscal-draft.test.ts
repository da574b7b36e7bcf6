import { describe, expect, it } from 'vitest';
import { draftedDocument, draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleLine,
  exampleOrder,
  examplePayment,
  problemsOf,
} from '../../../test/support/example-order.ts';
import { exampleContribuyente, sentences } from '../../../test/support/example-parties.ts';
import { draftCreditoFiscal } from './credito-fiscal-draft.ts';
import type { DraftContext, Order } from './order.ts';

function draft(changes: Partial<Order> = {}, context: Partial<DraftContext> = {}) {
  const order = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), ...changes });
  return draftCreditoFiscal(order, exampleContext(context));
}

function problems(changes: Partial<Order>, context: Partial<DraftContext> = {}) {
  return sentences(problemsOf(draft(changes, context)));
}

const HUNDRED_NET = [exampleLine({ unitPrice: 113 })];
const AGENT = exampleCompany({ vat_perception_agent: true });
const large = exampleContribuyente({ typeContributor: 3 });

describe('a CCF', () => {
  it('shows the VAT of the price quoted beside the price', () => {
    const drafting = draft({
      lines: [
        exampleLine({ quantity: 3, unitPrice: 3.33, discountPercentage: 10 }),
        exampleLine({ unitPrice: 2.5, saleType: 'exempt' }),
        exampleLine({ unitPrice: 1.25, saleType: 'non_subject' }),
      ],
    });
    expect(draftedMember(drafting, 'cuerpoDocumento')).toMatchObject([
      { precioUni: 2.94690265, montoDescu: 0.8840708, ventaGravada: 7.95663715, tributos: ['20'] },
      { precioUni: 2.5, ventaExenta: 2.5, ventaGravada: 0, tributos: null },
      { precioUni: 1.25, ventaNoSuj: 1.25, ventaGravada: 0, tributos: null },
    ]);
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      totalNoSuj: 1.25,
      totalExenta: 2.5,
      totalGravada: 7.96,
      subTotalVentas: 11.71,
      totalDescu: 0.88,
      tributos: [{ codigo: '20', valor: 1.03 }],
      subTotal: 11.71,
      ivaPerci: 0,
      ivaRete: 0,
      montoTotalOperacion: 12.74,
      totalPagar: 12.74,
      totalLetras: 'DOCE DÓLARES CON 74/100',
      pagos: [{ codigo: '01', montoPago: 12.74, plazo: null, periodo: null }],
    });
    expect(drafting).toMatchObject({
      establishment: 'M001',
      pointOfSale: 'P001',
      summary: {
        customerName: 'Ferretería Ejemplo, S.A. de C.V.',
        amountTaxable: '7.96',
        amountVat: '1.03',
        amountGross: '12.74',
        amountRetention: '0.00',
        amountTotal: '12.74',
      },
    });
  });

  it('on credit says for how long', () => {
    const drafting = draft({ transactionCondition: 2, deadline: 1, period: 30 });
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      condicionOperacion: 2,
      pagos: [{ codigo: '01', montoPago: 1.13, plazo: '01', periodo: 30 }],
    });
  });

  it('has its observations where the generation keeps them', () => {
    const v1 = draftedDocument(draft({ observations: 'Obra 7' }, { generation: 'v1' }));
    expect(v1['extension']).toMatchObject({ observaciones: 'Obra 7', placaVehiculo: null });
    expect(v1['resumen']).not.toHaveProperty('observaciones');
    const v2 = draftedDocument(draft({ observations: 'Obra 7' }));
    expect(v2['resumen']).toMatchObject({ observaciones: 'Obra 7' });
    expect(v2).not.toHaveProperty('extension');
  });
});

describe('what is withheld', () => {
  it.each([
    ['v1', 'ivaRete1', 'ivaPerci1'],
    ['v2', 'ivaRete', 'ivaPerci'],
  ] as const)(
    'in %s is 1 %% of the base, taken from what a large buyer pays only',
    (generation, retained, perceived) => {
      const drafting = draft({ customer: large, lines: HUNDRED_NET }, { generation, company: AGENT });
      expect(draftedMember(drafting, 'resumen')).toMatchObject({
        [retained]: 1,
        [perceived]: 0,
        montoTotalOperacion: 113,
        totalPagar: 112,
        pagos: [{ montoPago: 112 }],
        totalLetras: 'CIENTO DOCE DÓLARES CON 00/100',
      });
      expect(drafting).toMatchObject({
        summary: { amountGross: '113.00', amountRetention: '1.00', amountTotal: '112.00' },
      });
    },
  );

  it('is nothing from a base below 100.00', () => {
    const lines = [exampleLine({ unitPrice: 112.99 })];
    expect(draftedMember(draft({ customer: large, lines }), 'resumen')).toMatchObject({
      totalGravada: 99.99,
      ivaRete: 0,
      totalPagar: 112.99,
    });
  });

  it('leaves what is exempt out of its base', () => {
    const lines = [exampleLine({ unitPrice: 112 }), exampleLine({ unitPrice: 500, saleType: 'exempt' })];
    expect(draftedMember(draft({ customer: large, lines }), 'resumen')).toMatchObject({ ivaRete: 0 });
  });

  it.each([
    ['v1', 'ivaPerci1'],
    ['v2', 'ivaPerci'],
  ] as const)('in %s is perceived from a small buyer by an agent', (generation, perceived) => {
    const drafting = draft({ lines: HUNDRED_NET }, { generation, company: AGENT });
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      [perceived]: 1,
      montoTotalOperacion: 113,
      totalPagar: 114,
    });
    expect(drafting).toMatchObject({
      summary: { amountGross: '113.00', amountRetention: '0.00', amountTotal: '114.00' },
    });
  });
});

describe('an order that is no CCF', () => {
  it('has no customer', () => {
    expect(problems({ customer: null })).toEqual(['customer: Es obligatorio en un crédito fiscal.']);
    expect(problems({ customer: null, customerName: 'Ana' })).toHaveLength(1);
  });

  it('names everything that is wrong at once', () => {
    const order = {
      customer: exampleContribuyente({ nit: null, nrc: 'x' }),
      establishment: 'M999',
      lines: [exampleLine({ unit: '98' })],
      payments: [examplePayment({ method: '77' })],
      transactionCondition: 2,
      period: 0,
    };
    expect(problems(order)).toEqual([
      'establishment: No es un establecimiento de la empresa.',
      'lines[0].unit: No existe en el catálogo de unidades (CAT-014).',
      'customer.nrc: el NRC debe tener de 2 a 8 dígitos.',
      'customer.nit: Es obligatorio en un crédito fiscal.',
      'period: Debe ser un número entero mayor que cero.',
      'payment_method: No es un código de forma de pago.',
    ]);
  });

  it('has payments that do not add up to what is left after retention', () => {
    const payments = [examplePayment({ amount: 113 })];
    expect(problems({ customer: large, lines: HUNDRED_NET, payments, paymentsListed: true })).toEqual([
      'payments: Los montos deben sumar el total a pagar, 112.00; solo uno puede omitirse.',
    ]);
  });
});

describe('a total of nothing', () => {
  const lines = [exampleLine({ discountPercentage: 100 })];

  it('is one in v2', () => {
    expect(draftedMember(draft({ lines }), 'resumen')).toMatchObject({
      totalGravada: 0,
      tributos: null,
      totalPagar: 0,
      totalLetras: 'CERO DÓLARES CON 00/100',
    });
  });

  it('is refused in v1', () => {
    expect(problems({ lines }, { generation: 'v1' })).toEqual([
      'lines: El total debe ser mayor que cero (esquema fe-ccf-v3).',
    ]);
  });
});

describe('a huge total', () => {
  const lines = (unitPrice: number) => [exampleLine({ unitPrice }), exampleLine({ unitPrice: 10 })];

  it('may reach the last cent below the limit', () => {
    const drafting = draft({ lines: [exampleLine({ unitPrice: 99_999_999_999.99 })] });
    expect(draftedMember(drafting, 'resumen')).toMatchObject({
      montoTotalOperacion: 99_999_999_999.99,
      totalGravada: 88_495_575_221.23,
      tributos: [{ valor: 11_504_424_778.76 }],
    });
  });

  it('is refused from the limit on, also where the retention would hide it', () => {
    const problem = 'lines: El total debe ser menor que 100,000,000,000.';
    expect(problems({ lines: lines(99_999_999_990) })).toEqual([problem]);
    expect(problems({ lines: lines(99_999_999_990), customer: large })).toEqual([problem]);
    expect(problems({ lines: lines(99_999_999_980), customer: large })).toEqual([]);
  });

  it('is refused where the perception makes it', () => {
    expect(problems({ lines: lines(99_999_999_980) }, { company: AGENT })).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
  });
});
