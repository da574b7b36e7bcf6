import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
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
