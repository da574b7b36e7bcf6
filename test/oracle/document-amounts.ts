import type { PaymentOrder } from '../../src/core/drafting/order.ts';
import { Exact, sumOf } from './exact.ts';

/** Every amount that a document shows, as plain decimal text under the names of its schema. */
export interface DocumentAmounts {
  readonly lines: readonly Readonly<Record<string, string>>[];
  readonly summary: Readonly<Record<string, string>>;
  /** `resumen.tributos` as code and value. */
  readonly tributos: readonly string[];
  readonly payments: readonly string[];
}

/** Members that are numbers in JSON and count or name something. */
const NO_AMOUNTS = new Set(['numItem', 'tipoItem', 'uniMedida', 'condicionOperacion']);

/** A character that no document holds: it marks the digits of a number. */
const MARK = '\u0000';

/** Reads the amounts of a signed document's text exactly as they are printed. */
export function printedDocumentAmounts(text: string): DocumentAmounts {
  const document = JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? `${MARK}${context?.source}` : value,
  );
  const { cuerpoDocumento, resumen } = document;
  return {
    lines: cuerpoDocumento.map(amountsIn),
    summary: amountsIn(resumen),
    tributos: listOf(resumen.tributos).map(
      (each) => `${Reflect.get(each, 'codigo')} ${digitsOf(each, 'valor')}`,
    ),
    payments: listOf(resumen.pagos).map((each) => digitsOf(each, 'montoPago')),
  };
}

function amountsIn(record: object): Readonly<Record<string, string>> {
  const members: readonly (readonly [string, unknown])[] = Object.entries(record);
  return Object.fromEntries(
    members.flatMap(([name, value]) =>
      isMarked(value) && !NO_AMOUNTS.has(name) ? [[name, value.slice(1)]] : [],
    ),
  );
}

function listOf(value: readonly object[] | null | undefined): readonly object[] {
  return value ?? [];
}

function digitsOf(record: object, name: string): string {
  const value: unknown = Reflect.get(record, name);
  return isMarked(value) ? value.slice(1) : String(value);
}

function isMarked(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(MARK);
}

/** Amounts as they are printed: no exponent and no needless zeros. */
export function printedAs(amounts: Readonly<Record<string, Exact>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount.toFixed()]));
}

/** What was stated, and for the one payment without an amount what the others leave. */
export function expectedPayments(payments: readonly PaymentOrder[], toPay: Exact): readonly string[] {
  const stated = sumOf(payments, ({ amount }) => new Exact(amount ?? 0));
  return payments.map(({ amount }) => (amount === null ? toPay.minus(stated) : new Exact(amount)).toFixed());
}
