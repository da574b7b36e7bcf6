import fc from 'fast-check';
import type { Company, Establishment } from '../../src/core/company/company.ts';
import type { Order, PaymentOrder } from '../../src/core/drafting/order.ts';
import { anyLength, orNull, plainText } from './texts.ts';

const PAYMENT_METHODS = ['01', '02', '03', '04', '05', '08', '09', '10', '11', '12', '13', '14', '15', '99'];

/** Shares of the total in thousandths; the last payment takes the rest, with or without saying so. */
export const split = fc.record({
  shares: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 3 }),
  methods: fc.array(fc.constantFrom(...PAYMENT_METHODS), { minLength: 4, maxLength: 4 }),
  reference: orNull(anyLength(1, 50)),
  restIsStated: fc.boolean(),
});

export const terms = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ transactionCondition: 1, deadline: null, period: null }) },
  {
    weight: 3,
    arbitrary: fc.record({
      transactionCondition: fc.constant(2),
      deadline: fc.integer({ min: 1, max: 3 }),
      period: fc.integer({ min: 1, max: 9999 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ transactionCondition: 3, deadline: null, period: null }) },
);

export const appendix = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({ field: plainText(2, 25), label: plainText(3, 50), value: anyLength(1, 150) }),
      { minLength: 1, maxLength: 10 },
    ),
  },
);

/** Nothing said, an establishment, or an establishment and one of its points of sale. */
export function placeOf(company: Company): fc.Arbitrary<Pick<Order, 'establishment' | 'pointOfSale'>> {
  const chosen = (establishment: Establishment) =>
    fc.constantFrom(null, ...establishment.pointsOfSale).map((pointOfSale) => ({
      establishment: establishment.code,
      pointOfSale,
    }));
  const nothing = fc.constant({ establishment: null, pointOfSale: null });
  return fc.oneof(nothing, fc.constantFrom(...company.establishments).chain(chosen));
}

export interface Split {
  readonly shares: readonly number[];
  readonly methods: readonly string[];
  readonly reference: string | null;
  readonly restIsStated: boolean;
}

/** Without shares one payment of everything; else the shares in cents, and one payment of the rest. */
export function withPayments(
  order: Order,
  { shares, methods, reference, restIsStated }: Split,
  totalToPay: (order: Order) => string,
): Order {
  const method = (index: number) => methods[index] ?? '01';
  const single: PaymentOrder = { method: method(0), amount: null, reference: null };
  const alone = { ...order, payments: [single] };
  if (shares.length === 0) return alone;
  const toPay = Math.round(Number(totalToPay(alone)) * 100);
  const stated = shares.map((share) => Math.floor((toPay * share) / 1000));
  const rest = toPay - stated.reduce((sum, cents) => sum + cents, 0);
  const payments = [...stated, rest].map((cents, index) => ({
    method: method(index),
    amount: index === stated.length && !restIsStated ? null : cents / 100,
    reference,
  }));
  return { ...order, payments, paymentsListed: true };
}
