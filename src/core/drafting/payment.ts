import { type Amount, formatCents, fromInteger, type Quantity, sum } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';
import type { AppendixEntry, Order, PaymentOrder } from './order.ts';
import { readDollars } from './priced-line.ts';
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
export function readPagos(order: Order, totalPagar: Amount | null): Read<readonly Pago[]> {
  const terms = readTerms(order);
  const amounts = readAmounts(order, totalPagar);
  const pagos = order.payments.map((payment, index) => {
    const path = order.paymentsListed ? `payments[${index}].` : 'payment_';
    const codigo = readMethod(payment, path);
    const value = {
      codigo: codigo.value,
      montoPago: amounts.value[index] ?? 0n,
      referencia: payment.reference,
      ...terms.value,
    };
    return { value, problems: [...codigo.problems, ...longReference(payment, path)] };
  });
  return { value: pagos.map(({ value }) => value), problems: problemsOf(terms, amounts, ...pagos) };
}

function readMethod({ method }: PaymentOrder, path: string): Read<string> {
  const code = CAT_017.get(method);
  if (code !== undefined) return read(code);
  const message = 'No es un código de forma de pago.';
  return { value: method, problems: [{ path: `${path}method`, code: 'unknown_code', message }] };
}

function longReference({ reference }: PaymentOrder, path: string): readonly FieldProblem[] {
  if (reference === null || [...reference].length <= REFERENCE_LIMIT) return [];
  const message = `Admite como máximo ${REFERENCE_LIMIT} caracteres.`;
  return [{ path: `${path}reference`, code: 'too_long', message }];
}

function readAmounts(order: Order, totalPagar: Amount | null): Read<readonly Amount[]> {
  const given = order.payments.map(({ amount }, index) => readDollars(amount, `payments[${index}].amount`));
  const problems = problemsOf(...given);
  if (totalPagar === null) return { value: [], problems };
  const amounts = given.map(({ value }) => value);
  const open = amounts.filter((amount) => amount === null).length;
  const rest = totalPagar - sum(amounts.map((amount) => amount ?? 0n));
  const value = amounts.map((amount) => amount ?? rest);
  const settled = open === 0 ? rest === 0n : open === 1 && rest >= 0n;
  if (settled || problems.length > 0) return { value, problems };
  const message = `Los montos deben sumar el total a pagar, ${formatCents(totalPagar)}; solo uno puede omitirse.`;
  return { value, problems: [{ path: 'payments', code: 'wrong_sum', message }] };
}

function readTerms(order: Order): Read<{ readonly plazo: string | null; readonly periodo: Quantity | null }> {
  if (order.transactionCondition !== CREDIT) return read({ plazo: null, periodo: null });
  const periodo = readPeriod(order.period ?? 1);
  return {
    value: { plazo: `0${order.deadline ?? DAYS}`, periodo: periodo.value },
    problems: periodo.problems,
  };
}

function readPeriod(period: number): Read<Quantity | null> {
  if (period > 0 && Number.isInteger(period)) return read(fromInteger(period));
  const message = 'Debe ser un número entero mayor que cero.';
  return unreadable({ path: 'period', code: 'too_small', message });
}

/** The caller's appendix entries in the Ministry's names; null where there are none, as the tables want it. */
export function readApendice(appendix: readonly AppendixEntry[]) {
  if (appendix.length === 0) return null;
  return appendix.map(({ field, label, value }) => ({ campo: field, etiqueta: label, valor: value }));
}
