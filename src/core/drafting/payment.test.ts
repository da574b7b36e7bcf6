import { describe, expect, it } from 'vitest';
import { exampleOrder, examplePayment } from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import { decimal, formatDecimal, fromInteger } from '../money/decimal.ts';
import type { Order, PaymentOrder } from './order.ts';
import { readApendice, readPagos } from './payment.ts';

const HUNDRED = decimal('100');

function read(changes: Partial<Order>, total = HUNDRED) {
  const { value: pagos, problems } = readPagos(exampleOrder(changes), total);
  return { pagos, problems: sentences(problems) };
}

function listed(...payments: readonly Partial<PaymentOrder>[]): Partial<Order> {
  return { payments: payments.map(examplePayment), paymentsListed: true };
}

function amounts(...payments: readonly Partial<PaymentOrder>[]): readonly string[] {
  const { pagos, problems } = read(listed(...payments));
  return problems.length > 0
    ? problems.map((sentence) => sentence.replace(/:.*/, ''))
    : pagos.map((pago) => formatDecimal(pago.montoPago));
}

describe('one payment', () => {
  it('is of the whole amount, in cash, without terms', () => {
    expect(read({})).toEqual({
      pagos: [{ codigo: '01', montoPago: HUNDRED, referencia: null, plazo: null, periodo: null }],
      problems: [],
    });
  });

  it('of nothing is possible: a gift', () => {
    expect(read({}, 0n).pagos).toMatchObject([{ montoPago: 0n }]);
  });

  it.each(['', '1', '06', '07', '16', '98', ' 01'])('by the unknown method %j is refused', (method) => {
    expect(read({ payments: [examplePayment({ method })] }).problems).toEqual([
      'payment_method: No es un código de forma de pago.',
    ]);
    expect(read(listed({ method: '01', amount: 1 }, { method })).problems).toEqual([
      'payments[1].method: No es un código de forma de pago.',
    ]);
  });
});

describe('several payments', () => {
  it('add up to the total, or one takes the rest', () => {
    expect(amounts({ amount: 60 }, { amount: 40 })).toEqual(['60', '40']);
    expect(amounts({ amount: 60.01 }, { method: '03' })).toEqual(['60.01', '39.99']);
    expect(amounts({}, { amount: 0.01 }, { amount: 0.02 })).toEqual(['99.97', '0.01', '0.02']);
    expect(amounts({ amount: 100 }, {})).toEqual(['100', '0']);
  });

  it.each([
    [[{ amount: 99.99 }]],
    [[{ amount: 100.01 }]],
    [[{ amount: 60 }, { amount: 39.99 }]],
    [[{ amount: 100.01 }, {}]],
    [[{}, {}]],
    [[]],
  ])('that do not are refused: %j', (payments) => {
    expect(read(listed(...payments)).problems).toEqual([
      'payments: Los montos deben sumar el total a pagar, 100.00; solo uno puede omitirse.',
    ]);
  });

  it.each([
    [-1, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
    [1.005, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
    [Number.NaN, 'Debe ser un número, como 1.50.'],
    [1e21, 'Admite como máximo 11 dígitos enteros.'],
  ])('of %d are refused at their place', (amount, message) => {
    const { problems } = read(listed({ amount }, {}));
    expect(problems).toEqual([`payments[0].amount: ${message}`]);
  });

  it('carry a reference of at most 50 code points', () => {
    const reference = '👍'.repeat(50);
    expect(read(listed({ amount: 100, reference })).pagos).toMatchObject([{ referencia: reference }]);
    expect(read(listed({ amount: 50 }, { reference: `${reference}.` })).problems).toEqual([
      'payments[1].reference: Admite como máximo 50 caracteres.',
    ]);
  });
});

describe('terms', () => {
  it.each([
    [2, {}, '01', 1],
    [2, { period: 30 }, '01', 30],
    [2, { deadline: 2 }, '02', 1],
    [2, { deadline: 2, period: 6 }, '02', 6],
    [1, { deadline: 1, period: 30 }, null, null],
    [3, { deadline: 1, period: 30 }, null, null],
  ])(
    'go with every payment of a sale on credit (%i, %j)',
    (...[transactionCondition, terms, plazo, units]) => {
      const periodo = units === null ? null : fromInteger(units);
      expect(read({ ...listed({ amount: 40 }, {}), transactionCondition, ...terms })).toMatchObject({
        pagos: [
          { plazo, periodo },
          { plazo, periodo },
        ],
        problems: [],
      });
    },
  );

  it.each([0, -3, 1.5])('period %j is none', (period) => {
    const { problems } = read({ transactionCondition: 2, deadline: 1, period });
    expect(problems).toEqual(['period: Debe ser un número entero mayor que cero.']);
  });
});

it('reads the appendix in the Ministry’s names', () => {
  expect(readApendice([{ field: 'caja', label: 'Caja', value: '3' }])).toEqual([
    { campo: 'caja', etiqueta: 'Caja', valor: '3' },
  ]);
  expect(readApendice([])).toBeNull();
});
