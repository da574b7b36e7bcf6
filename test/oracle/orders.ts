import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import type { Order, OrderLine } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { activityCode, anyCustomer, identifiedCustomer } from './customers.ts';
import { expectedFactura } from './factura-arithmetic.ts';
import { orderLines, SALE_LINES, withinLimit } from './order-lines.ts';
import { appendix, placeOf, split, terms, withPayments } from './order-terms.ts';
import { anyLength, orNull } from './texts.ts';

/** What a document must say of its buyer from this total on (fe-fc-v1; CT 114). */
const IDENTIFIED_FROM: Readonly<Record<SchemaGeneration, number>> = { v1: 1095, v2: 25_000 };

/** Orders of type 01 that the company may issue in the generation. */
export function facturaOrder(company: Company, generation: SchemaGeneration): fc.Arbitrary<Order> {
  const whole = fc.record({
    customer: orNull(anyCustomer),
    identified: identifiedCustomer,
    customerName: orNull(anyLength(1, 250)),
    lines: orderLines(SALE_LINES),
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
    return withPayments(known, parts.split, (sold) => expectedFactura(sold).summary.totalPagar);
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
    activityCode: activity,
    observations,
    appendix: entries,
  };
}
