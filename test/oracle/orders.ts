import fc from 'fast-check';
import { units } from '../../src/catalogs/data/units.ts';
import type { Company, Establishment } from '../../src/core/company/company.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import type { Order, OrderLine, PaymentOrder } from '../../src/core/issuing/order.ts';
import { activityCode, anyCustomer, identifiedCustomer } from './customers.ts';
import { expectedFactura } from './factura-arithmetic.ts';
import { anyLength, orNull, plainText } from './texts.ts';

/** A number that prints as so many units and decimals, at most 15 digits in all, so that a double holds it. */
function decimalNumber(maxUnits: number, maxDecimals: number): fc.Arbitrary<number> {
  const parts = fc.tuple(
    fc.integer({ min: 0, max: maxUnits }),
    fc.integer({ min: 0, max: maxDecimals }),
    fc.nat(99_999_999),
  );
  return parts
    .map(([whole, decimals, fraction]) =>
      Number(`${whole}.${String(fraction).padStart(8, '0').slice(0, decimals)}0`),
    )
    .filter((value) => value === 0 || value >= 0.000001);
}

function positive(arbitrary: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return arbitrary.filter((value) => value > 0);
}

interface Quote {
  readonly quantity: number;
  readonly unitPrice: number;
}

const everyday = fc.record({
  quantity: fc.integer({ min: 1, max: 6 }),
  unitPrice: fc.integer({ min: 0, max: 2_500 }).map((cents) => cents / 100),
});
const appliance = fc.record({
  quantity: fc.integer({ min: 1, max: 24 }),
  unitPrice: fc.integer({ min: 5_000, max: 150_000 }).map((cents) => cents / 100),
});
const weighed = fc.record({
  quantity: positive(decimalNumber(9, 8)),
  unitPrice: decimalNumber(9, 8),
});
const measured = fc.record({
  quantity: positive(decimalNumber(999, 8)),
  unitPrice: decimalNumber(999, 8),
});
const tiny = fc.record({
  quantity: positive(decimalNumber(0, 8)),
  unitPrice: decimalNumber(0, 8),
});
const largeQuantity = fc.record({
  quantity: positive(decimalNumber(99_999_999_999, 4)),
  unitPrice: decimalNumber(0, 8),
});
const largePrice = fc.record({
  quantity: positive(decimalNumber(0, 8)),
  unitPrice: decimalNumber(99_999_999_999, 4),
});
const wholesale = fc.record({
  quantity: positive(decimalNumber(9_999, 2)),
  unitPrice: decimalNumber(99_999, 4),
});

const quote: fc.Arbitrary<Quote> = fc.oneof(
  { weight: 200, arbitrary: everyday },
  { weight: 100, arbitrary: weighed },
  { weight: 20, arbitrary: tiny },
  { weight: 6, arbitrary: measured },
  { weight: 6, arbitrary: appliance },
  { weight: 1, arbitrary: wholesale },
);
/** Now and then a document of huge amounts. */
const hugeQuote: fc.Arbitrary<Quote> = fc.oneof(largeQuantity, largePrice, wholesale, everyday);

const discount = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(100) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 99 }) },
  { weight: 2, arbitrary: decimalNumber(99, 8) },
);

const saleType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('taxed' as const) },
  { weight: 1, arbitrary: fc.constant('exempt' as const) },
  { weight: 1, arbitrary: fc.constant('non_subject' as const) },
);

function line(quotes: fc.Arbitrary<Quote>): fc.Arbitrary<OrderLine> {
  const rest = fc.record({
    description: fc.oneof(
      { weight: 40, arbitrary: plainText(1, 30) },
      { weight: 1, arbitrary: anyLength(1, 1000) },
    ),
    discountPercentage: discount,
    code: orNull(plainText(1, 25)),
    unit: fc.constantFrom('99', ...units.rows.map(({ code }) => code)),
    itemType: fc.constantFrom(1, 2, 3),
    saleType,
    isService: fc.constant(false),
  });
  return fc.tuple(quotes, rest).map(([numbers, others]) => ({ ...others, ...numbers }));
}

/** One line of an amount at which a rule begins: retention, identification, the smallest amount of all. */
const atTheEdge = fc
  .tuple(line(everyday), fc.constantFrom(0, 0.01, 112.99, 113, 113, 1094.99, 1095, 24_999.99, 25_000))
  .map(([one, unitPrice]): readonly OrderLine[] => [
    { ...one, quantity: 1, unitPrice, discountPercentage: 0, saleType: 'taxed' },
  ]);

/** A handful mostly, up to 40 often, up to 2,000 rarely. */
function lines(): fc.Arbitrary<readonly OrderLine[]> {
  const some = (quotes: fc.Arbitrary<Quote>, minLength: number, maxLength: number) =>
    fc.array(line(quotes), { minLength, maxLength, size: 'max' });
  return fc.oneof(
    { weight: 600, arbitrary: some(quote, 1, 5) },
    { weight: 330, arbitrary: some(quote, 1, 40) },
    { weight: 68, arbitrary: some(hugeQuote, 1, 6) },
    { weight: 80, arbitrary: atTheEdge },
    { weight: 1, arbitrary: some(quote, 41, 400) },
    { weight: 1, arbitrary: some(everyday, 2000, 2000) },
  );
}

const PAYMENT_METHODS = ['01', '02', '03', '04', '05', '08', '09', '10', '11', '12', '13', '14', '15', '99'];

/** Shares of the total in thousandths; the last payment takes the rest, with or without saying so. */
const split = fc.record({
  shares: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 3 }),
  methods: fc.array(fc.constantFrom(...PAYMENT_METHODS), { minLength: 4, maxLength: 4 }),
  reference: orNull(anyLength(1, 50)),
  restIsStated: fc.boolean(),
});

const terms = fc.oneof(
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

const appendix = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({ field: plainText(1, 25), label: plainText(1, 50), value: anyLength(1, 150) }),
      { minLength: 1, maxLength: 10 },
    ),
  },
);

/** Nothing said, an establishment, or an establishment and one of its points of sale. */
function placeOf(company: Company): fc.Arbitrary<Pick<Order, 'establishment' | 'pointOfSale'>> {
  const chosen = (establishment: Establishment) =>
    fc.constantFrom(null, ...establishment.pointsOfSale).map((pointOfSale) => ({
      establishment: establishment.code,
      pointOfSale,
    }));
  const nothing = fc.constant({ establishment: null, pointOfSale: null });
  return fc.oneof(nothing, fc.constantFrom(...company.establishments).chain(chosen));
}

/** What a document must say of its buyer from this total on (fe-fc-v1; CT 114). */
const IDENTIFIED_FROM: Readonly<Record<SchemaGeneration, number>> = { v1: 1095, v2: 25_000 };

/** Orders of type 01 that the company may issue in the generation. */
export function facturaOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const whole = fc.record({
    customer: orNull(anyCustomer),
    identified: identifiedCustomer,
    customerName: orNull(anyLength(1, 250)),
    lines: lines(),
    split,
    terms,
    activityCode: orNull(activityCode),
    place: placeOf(company),
    observations: orNull(anyLength(1, 3000)),
    appendix,
  });
  return whole.map((parts) => {
    const sold = withinLimit(parts.lines);
    const order = orderOf(parts, sold);
    const total = Number(expectedFactura(order).summary.montoTotalOperacion);
    const needsName = total >= IDENTIFIED_FROM[generation];
    const known = needsName ? { ...order, customer: parts.identified, customerName: null } : order;
    return withPayments(known, parts.split);
  });
}

type Parts = Pick<Order, 'customer' | 'customerName' | 'activityCode' | 'observations' | 'appendix'> & {
  readonly terms: Pick<Order, 'transactionCondition' | 'deadline' | 'period'>;
  readonly place: Pick<Order, 'establishment' | 'pointOfSale'>;
};

function orderOf(parts: Parts, sold: readonly OrderLine[]): Order {
  const { customer, activityCode: activity, observations, appendix: entries } = parts;
  return {
    tipoDte: '01',
    customer,
    customerName: customer === null ? parts.customerName : null,
    lines: sold,
    payments: [],
    paymentsListed: false,
    ...parts.terms,
    ...parts.place,
    ...{ activityCode: activity, observations, appendix: entries },
  };
}

/** As many lines as stay below the widest amount of the schemas, at least one. */
function withinLimit(all: readonly OrderLine[]): readonly OrderLine[] {
  let left = 90_000_000_000;
  const count = all.findIndex(({ quantity, unitPrice }) => {
    left -= quantity * unitPrice;
    return left < 0;
  });
  return count < 0 ? all : all.slice(0, Math.max(1, count));
}

interface Split {
  readonly shares: readonly number[];
  readonly methods: readonly string[];
  readonly reference: string | null;
  readonly restIsStated: boolean;
}

/** Without shares one payment of everything; else the shares in cents, and one payment of the rest. */
function withPayments(order: Order, { shares, methods, reference, restIsStated }: Split): Order {
  const method = (index: number) => methods[index] ?? '01';
  const single: PaymentOrder = { method: method(0), amount: null, reference: null };
  const alone = { ...order, payments: [single] };
  if (shares.length === 0) return alone;
  const toPay = Math.round(Number(expectedFactura(alone).summary.totalPagar) * 100);
  const stated = shares.map((share) => Math.floor((toPay * share) / 1000));
  const rest = toPay - stated.reduce((sum, cents) => sum + cents, 0);
  const payments = [...stated, rest].map((cents, index) => ({
    method: method(index),
    amount: index === stated.length && !restIsStated ? null : cents / 100,
    reference,
  }));
  return { ...order, payments, paymentsListed: true };
}
