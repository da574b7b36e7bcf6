import type { Order } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { type DocumentAmounts, expectedPayments, printedAs } from './document-amounts.ts';
import { cents, Exact, sumOf } from './exact.ts';
import { amountOf, discountOf, pricedLine, printedPrice, ZERO } from './priced-lines.ts';

/**
 * Every amount that the Factura de Exportacion of this order must show: no VAT, freight and insurance in the total of
 * the operation (EST40 field 68; Manual Funcional V2.0, section XIV).
 */
export function expectedExportacion(order: Order, generation: SchemaGeneration): DocumentAmounts {
  const lines = order.lines.map((line) => pricedLine(line));
  const totalGravada = amountOf(lines);
  const seguro = new Exact(order.exportTerms?.insurance ?? 0);
  const flete = new Exact(order.exportTerms?.freight ?? 0);
  const whole = totalGravada.plus(seguro).plus(flete);
  const v1 = { descuento: ZERO };
  const v2 = { descuGravada: ZERO, totalNoOnerosas: ZERO, saldoFavor: ZERO };
  return {
    lines: lines.map((line) =>
      printedAs({ ...printedPrice(line), ventaGravada: line.amount, noGravado: ZERO }),
    ),
    summary: printedAs({
      totalGravada,
      seguro,
      flete,
      montoTotalOperacion: whole,
      totalPagar: whole,
      totalDescu: discountOf(lines),
      totalNoGravado: ZERO,
      porcentajeDescuento: ZERO,
      ...(generation === 'v1' ? v1 : v2),
    }),
    tributos: generation === 'v1' ? [] : ['C3 0'],
    payments: expectedPayments(order.payments, whole),
  };
}

/**
 * Every amount that the Factura de Sujeto Excluido of this order must show: income tax of 10 % is kept back from the
 * lines marked as services, once over their sum (CT 156).
 */
export function expectedSujetoExcluido(order: Order, generation: SchemaGeneration): DocumentAmounts {
  const lines = order.lines.map((line) => pricedLine(line));
  const services = lines.filter((line) => line.order.isService);
  const totalCompra = amountOf(lines);
  const reteRenta = cents(sumOf(services, ({ amount }) => amount).times('0.1'));
  const toPay = totalCompra.minus(reteRenta);
  return {
    lines: lines.map((line) => printedAs({ ...printedPrice(line), compra: line.amount })),
    summary: printedAs({
      totalCompra,
      descu: ZERO,
      subTotal: totalCompra,
      reteRenta,
      totalPagar: toPay,
      totalDescu: discountOf(lines),
      ...(generation === 'v1' ? { ivaRete1: ZERO } : {}),
    }),
    tributos: [],
    payments: expectedPayments(order.payments, toPay),
  };
}
