import type { OrderLine } from '../../src/core/drafting/order.ts';
import { cents, Exact, fine, sumOf } from './exact.ts';

export const ZERO = new Exact(0);

/** A line of an order at one price a unit, with or without VAT. */
export interface PricedLine {
  readonly order: OrderLine;
  readonly price: Exact;
  readonly discount: Exact;
  /** After discount. */
  readonly amount: Exact;
}

/** The line at its own price unless another is given. */
export function pricedLine(order: OrderLine, price: Exact = new Exact(order.unitPrice)): PricedLine {
  const gross = new Exact(order.quantity).times(price);
  const discount = fine(gross.times(order.discountPercentage).div(100));
  return { order, price, discount, amount: fine(gross).minus(discount) };
}

/** What every type prints of a line. */
export function printedPrice({ order, price, discount }: PricedLine): Readonly<Record<string, Exact>> {
  return { cantidad: new Exact(order.quantity), precioUni: price, montoDescu: discount };
}

/** The same with what was sold, in the column of its kind. */
export function printedSale(line: PricedLine): Readonly<Record<string, Exact>> {
  const sold = (saleType: OrderLine['saleType']) => (line.order.saleType === saleType ? line.amount : ZERO);
  return {
    ...printedPrice(line),
    ventaNoSuj: sold('non_subject'),
    ventaExenta: sold('exempt'),
    ventaGravada: sold('taxed'),
  };
}

export function linesOf<Line extends PricedLine>(
  lines: readonly Line[],
  saleType: OrderLine['saleType'],
): readonly Line[] {
  return lines.filter(({ order }) => order.saleType === saleType);
}

/** What lines come to, in cents. */
export function amountOf(lines: readonly PricedLine[]): Exact {
  return cents(sumOf(lines, ({ amount }) => amount));
}

/** What was taken off all lines, in cents. */
export function discountOf(lines: readonly PricedLine[]): Exact {
  return cents(sumOf(lines, ({ discount }) => discount));
}
