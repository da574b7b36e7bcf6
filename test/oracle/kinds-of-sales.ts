import type { Order } from '../../src/core/drafting/order.ts';
import { type ExpectedFactura, expectedFactura } from './factura-arithmetic.ts';

type Test = (order: Order, expected: ExpectedFactura) => boolean;

/** What a set of sales to consumers must contain to prove anything; a generator that forgets one of them fails. */
const KINDS: Readonly<Record<string, Test>> = {
  anonymous: ({ customer, customerName }) => customer === null && customerName === null,
  'name only': ({ customerName }) => customerName !== null,
  'undocumented customer': ({ customer }) =>
    customer !== null && customer.documentNumber === null && customer.nit === null,
  'document 02': documented('02'),
  'document 03': documented('03'),
  'document 13': documented('13'),
  'document 36': documented('36'),
  'document 37': documented('37'),
  'document of no stated kind': documented(null),
  NRC: ({ customer }) => customer !== null && customer.nrc !== null,
  'e-mail': ({ customer }) => customer !== null && customer.email !== null,
  telephone: ({ customer }) => customer !== null && customer.phone !== null,
  activity: ({ customer }) => customer !== null && customer.activityCode !== null,
  'issuer’s other activity': ({ activityCode }) => activityCode !== null,
  'way A': ({ customer }) => customer !== null && customer.districtCode !== null,
  'way B': ({ customer }) => customer !== null && customer.district !== null,
  'way C': ({ customer }) =>
    customer !== null && customer.municipality !== null && customer.districtCode === null,
  'no place': ({ customer }) =>
    customer !== null && customer.department === null && customer.district === null,
  'one line': ({ lines }) => lines.length === 1,
  '40 lines': ({ lines }) => lines.length === 40,
  '2,000 lines': ({ lines }) => lines.length === 2000,
  'every kind of sale': ({ lines }) => new Set(lines.map(({ saleType }) => saleType)).size === 3,
  'nothing taxed': (_, { summary }) => summary.totalGravada === '0',
  'whole discount': ({ lines }) => lines.some(({ discountPercentage }) => discountPercentage === 100),
  'discount of a fraction': ({ lines }) =>
    lines.some(({ discountPercentage }) => !Number.isInteger(discountPercentage)),
  'eight decimals': ({ lines }) => lines.some(({ unitPrice }) => /\.\d{8}$/.test(String(unitPrice))),
  'a line of nothing': (_, { lines }) =>
    lines.some((line) =>
      [line.ventaGravada, line.ventaExenta, line.ventaNoSuj].every((sale) => sale === '0'),
    ),
  'a total of nothing': (_, { summary }) => summary.totalPagar === '0',
  'below 1,095': (_, { summary }) => Number(summary.totalPagar) < 1095,
  '1,095 to 25,000': (_, { summary }) =>
    Number(summary.totalPagar) >= 1095 && Number(summary.totalPagar) < 25_000,
  'above a thousand million': (_, { summary }) => Number(summary.totalPagar) > 1e9,
  retention: (_, { retention }) => retention !== '0',
  'retention from a base of exactly 100': (_, { retention, summary }) =>
    retention === '1' && summary.totalGravada === '113',
  'base too small for retention': ({ customer }, { retention }) =>
    customer !== null && customer.typeContributor === 3 && retention === '0',
  'one payment': ({ paymentsListed }) => !paymentsListed,
  'payments that state all': ({ payments }) => payments.every(({ amount }) => amount !== null),
  'payments of which one takes the rest': ({ payments }) =>
    payments.length > 1 && payments.some(({ amount }) => amount === null),
  credit: ({ transactionCondition }) => transactionCondition === 2,
  'other condition': ({ transactionCondition }) => transactionCondition === 3,
  observations: ({ observations }) => observations !== null,
  appendix: ({ appendix }) => appendix.length > 0,
  'chosen point of sale': ({ pointOfSale }) => pointOfSale !== null,
};

export const KINDS_OF_SALES: readonly string[] = Object.keys(KINDS);

function documented(kind: string | null): Test {
  return ({ customer }) =>
    customer !== null &&
    customer.documentType === kind &&
    (customer.documentNumber !== null || customer.nit !== null);
}

/** The kinds that a sale to a consumer belongs to. */
export function kindsOfSale(order: Order): readonly string[] {
  const expected = expectedFactura(order);
  return KINDS_OF_SALES.filter((kind) => KINDS[kind]?.(order, expected));
}
