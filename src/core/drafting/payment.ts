import { type Amount, formatCents, fromInteger, type Quantity, round2, sum } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import type { AppendixEntry, Order, PaymentOrder } from './order.ts';
import { readNumber } from './read-number.ts';
import { CAT_017 } from './vocabulary.ts';

/** One entry of `resumen.pagos`. */
export interface Pago {
  /** CAT-017. */
  readonly codigo: string;
  readonly montoPago: Amount;
  readonly referencia: string | null;
  /** CAT-018, null where the operation is not on credit. */
  readonly plazo: string | null;
  readonly periodo: Quantity | null;
}

/** CAT-016: on credit. */
const CREDIT = 2;
/** CAT-018, as the interface numbers it. */
const DAYS = 1;
const REFERENCE_LIMIT = 50;

/**
 * `resumen.pagos` for an amount to pay; without one, because a line has no amount, only what is wrong with the payments
 * themselves. Payment codes are translated to CAT-017, deadlines to CAT-018; a payment without an amount takes what the
 * others leave.
 */
export function readPagos(
  order: Order,
  totalPagar: Amount | null,
  problems: FieldProblem[],
): readonly Pago[] {
  const terms = readTerms(order, problems);
  const amounts = readAmounts(order, totalPagar, problems);
  return order.payments.map((payment, index) => ({
    codigo: readMethod(payment, paymentPath(order, index), problems),
    montoPago: amounts[index] ?? 0n,
    referencia: readReference(payment, paymentPath(order, index), problems),
    ...terms,
  }));
}

function paymentPath(order: Order, index: number): string {
  return order.paymentsListed ? `payments[${index}].` : 'payment_';
}

function readMethod(payment: PaymentOrder, path: string, problems: FieldProblem[]): string {
  const code = CAT_017.get(payment.method);
  if (code !== undefined) return code;
  problems.push({
    path: `${path}method`,
    code: 'unknown_code',
    message: 'No es un código de forma de pago.',
  });
  return payment.method;
}

function readReference(payment: PaymentOrder, path: string, problems: FieldProblem[]): string | null {
  if (payment.reference !== null && [...payment.reference].length > REFERENCE_LIMIT)
    problems.push({
      path: `${path}reference`,
      code: 'too_long',
      message: `Admite como máximo ${REFERENCE_LIMIT} caracteres.`,
    });
  return payment.reference;
}

function readAmounts(order: Order, totalPagar: Amount | null, problems: FieldProblem[]): readonly Amount[] {
  const before = problems.length;
  const given = order.payments.map((payment, index) => readAmount(payment, index, problems));
  if (totalPagar === null) return [];
  const open = given.filter((amount) => amount === null).length;
  const rest = totalPagar - sum(given.map((amount) => amount ?? 0n));
  const settled = open === 0 ? rest === 0n : open === 1 && rest >= 0n;
  if (!settled && problems.length === before) {
    const message = `Los montos deben sumar el total a pagar, ${formatCents(totalPagar)}; solo uno puede omitirse.`;
    problems.push({ path: 'payments', code: 'wrong_sum', message });
  }
  return given.map((amount) => amount ?? rest);
}

function readAmount(payment: PaymentOrder, index: number, problems: FieldProblem[]): Amount | null {
  if (payment.amount === null) return null;
  const path = `payments[${index}].amount`;
  const reading = readNumber(payment.amount);
  if (reading.kind === 'problem') {
    problems.push({ path, code: reading.code, message: reading.message });
    return null;
  }
  if (reading.value < 0n || reading.value !== round2(reading.value))
    problems.push({
      path,
      code: 'not_cents',
      message: 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.',
    });
  return reading.value;
}

function readTerms(
  order: Order,
  problems: FieldProblem[],
): { readonly plazo: string | null; readonly periodo: Quantity | null } {
  if (order.transactionCondition !== CREDIT) return { plazo: null, periodo: null };
  return {
    plazo: `0${order.deadline ?? DAYS}`,
    periodo: readPeriod(order.period ?? 1, problems),
  };
}

function readPeriod(period: number, problems: FieldProblem[]): Quantity | null {
  if (period > 0 && Number.isInteger(period)) return fromInteger(period);
  problems.push({ path: 'period', code: 'too_small', message: 'Debe ser un número entero mayor que cero.' });
  return null;
}

/** The caller's appendix entries in the Ministry's names; null where there are none, as the tables want it. */
export function readApendice(appendix: readonly AppendixEntry[]) {
  if (appendix.length === 0) return null;
  return appendix.map(({ field, label, value }) => ({ campo: field, etiqueta: label, valor: value }));
}
