import type { Order } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { type DocumentAmounts, expectedPayments, printedAs } from './document-amounts.ts';
import { cents, type Exact, fine, sumOf } from './exact.ts';
import {
  amountOf,
  discountOf,
  linesOf,
  type PricedLine,
  pricedLine,
  printedSale,
  ZERO,
} from './priced-lines.ts';

/** What the price of a line says, VAT included. */
function vatOf({ order, amount }: PricedLine): Exact {
  return order.saleType === 'taxed' ? fine(amount.div('1.13').times('0.13')) : ZERO;
}

/** A large taxpayer and the government retain from a base of 100.00. */
function retentionOf(base: Exact, typeContributor: number): Exact {
  return [3, 4].includes(typeContributor) && base.gte(100) ? cents(base.times('0.01')) : ZERO;
}

/**
 * Every amount that the Factura of this order must show, with neither code nor method of the product. Sources: Manual
 * Funcional V2.0 section XXI (lines keep 8 decimals and the summary 2, each rounded half up), its rules for type 01
 * (prices include VAT, `ivaItem = ventaGravada / 1.13 * 0.13`, the retention is subtracted from `totalPagar` only) and
 * CT 162 (1 % from a base of 100.00 without VAT).
 */
export function expectedFactura(order: Order, generation: SchemaGeneration): DocumentAmounts {
  const lines = order.lines.map((line) => pricedLine(line));
  const [totalNoSuj, totalExenta, totalGravada] = [
    amountOf(linesOf(lines, 'non_subject')),
    amountOf(linesOf(lines, 'exempt')),
    amountOf(linesOf(lines, 'taxed')),
  ];
  const whole = totalNoSuj.plus(totalExenta).plus(totalGravada);
  const totalIva = cents(sumOf(lines, vatOf));
  const retention = retentionOf(totalGravada.minus(totalIva), order.customer?.typeContributor ?? 0);
  const totalPagar = whole.minus(retention);
  return {
    lines: lines.map((line) =>
      printedAs({ ...printedSale(line), psv: ZERO, noGravado: ZERO, ivaItem: vatOf(line) }),
    ),
    summary: printedAs({
      totalNoSuj,
      totalExenta,
      totalGravada,
      totalIva,
      totalPagar,
      totalDescu: discountOf(lines),
      subTotalVentas: whole,
      subTotal: whole,
      montoTotalOperacion: whole,
      descuNoSuj: ZERO,
      descuExenta: ZERO,
      descuGravada: ZERO,
      porcentajeDescuento: ZERO,
      totalNoGravado: ZERO,
      saldoFavor: ZERO,
      ...(generation === 'v1' ? { ivaRete1: retention, reteRenta: ZERO } : { ivaRete: retention }),
    }),
    tributos: [],
    payments: expectedPayments(order.payments, totalPagar),
  };
}
