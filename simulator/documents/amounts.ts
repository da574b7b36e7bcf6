import { isAmount } from '../exact/amount.ts';
import { amountIn, type JsonRecord, recordIn, recordsIn } from '../exact/json.ts';
import {
  add,
  agree,
  compare,
  isZero,
  multiply,
  type Rational,
  ratio,
  subtract,
  toCents,
  total,
  ZERO,
} from '../exact/rational.ts';
import { lineName, type Refusal, refuseField } from '../verdict/refusal.ts';
import { INFORMATIVE_TRIBUTOS } from './catalogs.ts';
import type { Remark } from './document-kind.ts';

/**
 * What the arithmetic of all types is made of: Manual Funcional V2.0 sections XXI and XXIII, one cent of tolerance
 * an amount. Each amount is judged against the printed amounts it is made of, so that one wrong amount is refused
 * by its own name. Not judged anywhere: `psv`, `porcentajeDescuento`, `saldoFavor`, `totalLetras`, `totalNoOnerosas`
 * and the value of taxes other than VAT, for which a document does not hold what they are computed from.
 */
export type Expected = Readonly<Record<string, Rational>>;

const ONE_PERCENT = ratio(1n, 100n);

/** VAT is retained or perceived from this base on (CT 162 and 163). */
const SMALLEST_BASE = ratio(100n, 1n);

const SALE_COLUMNS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'];
const GLOBAL_DISCOUNTS = ['descuNoSuj', 'descuExenta', 'descuGravada'];

/** Price times quantity, less the discount of the line. */
export function netOfLine(line: JsonRecord): Rational {
  const gross = multiply(amountIn(line, 'precioUni'), amountIn(line, 'cantidad'));
  return subtract(gross, amountIn(line, 'montoDescu'));
}

/** Whether the sale stands in one of the three columns and in no other. */
export function isRightSale(line: JsonRecord): boolean {
  const columns = SALE_COLUMNS.map((key) => amountIn(line, key));
  const filled = columns.filter((amount) => !isZero(amount));
  return filled.length <= 1 && agree(total(columns), netOfLine(line));
}

/** 020 for the first line that is not right. */
export function wrongLine(document: JsonRecord, isRight: (line: JsonRecord) => boolean): Refusal | null {
  const index = recordsIn(document, 'cuerpoDocumento').findIndex((line) => !isRight(line));
  return index < 0 ? null : refuseField('16', '020', lineName(index));
}

/** 020 for the first amount of the summary that is not the expected one. */
export function wrongSummary(document: JsonRecord, expected: Expected): Refusal | null {
  const resumen = recordIn(document, 'resumen');
  const wrong = Object.entries(expected).find(([key, amount]) => !agree(amountOrZero(resumen, key), amount));
  return wrong === undefined ? null : wrongAmount(wrong[0]);
}

export function wrongAmount(key: string): Refusal {
  return refuseField('16', '020', `resumen.${key}`);
}

/** The amount under a key; zero where a schema allows null and null stands there. */
export function amountOrZero(record: JsonRecord, key: string): Rational {
  const value = record[key];
  return isAmount(value) ? value : ZERO;
}

/** What a column of the lines adds up to, in cents. */
export function sumOfLines(document: JsonRecord, key: string): Rational {
  const lines = recordsIn(document, 'cuerpoDocumento');
  return toCents(total(lines.map((line) => amountIn(line, key))));
}

export function sumOf(resumen: JsonRecord, keys: readonly string[]): Rational {
  return total(keys.map((key) => amountOrZero(resumen, key)));
}

/** The sums of a sale's columns and discounts, of global discounts too where the type has them. */
export function salesInSummary(document: JsonRecord): Expected {
  const resumen = recordIn(document, 'resumen');
  return {
    totalNoSuj: sumOfLines(document, 'ventaNoSuj'),
    totalExenta: sumOfLines(document, 'ventaExenta'),
    totalGravada: sumOfLines(document, 'ventaGravada'),
    totalDescu: add(sumOfLines(document, 'montoDescu'), sumOf(resumen, GLOBAL_DISCOUNTS)),
    subTotalVentas: sumOf(resumen, ['totalNoSuj', 'totalExenta', 'totalGravada']),
  };
}

/** What was taxed, less its global discount: the base of VAT where prices do not include it. */
export function taxedBase(resumen: JsonRecord): Rational {
  return subtract(amountIn(resumen, 'totalGravada'), amountOrZero(resumen, 'descuGravada'));
}

/** The subtotal of a summary that has global discounts. */
export function subTotal(resumen: JsonRecord): Rational {
  return subtract(amountIn(resumen, 'subTotalVentas'), sumOf(resumen, GLOBAL_DISCOUNTS));
}

/** The taxes of the summary that are part of the total; some only inform of a difference of price. */
export function addedTributos(resumen: JsonRecord): Rational {
  const added = recordsIn(resumen, 'tributos').filter(({ codigo }) => isAdded(codigo));
  return total(added.map((each) => amountIn(each, 'valor')));
}

function isAdded(code: unknown): boolean {
  return typeof code === 'string' && !INFORMATIVE_TRIBUTOS.includes(code);
}

/** Whether an amount is nothing, or 1 % of a base that is large enough. */
export function isOnePercentOrNothing(amount: Rational, base: Rational, smallest = SMALLEST_BASE): boolean {
  if (isZero(amount)) return true;
  return compare(base, smallest) >= 0 && agree(amount, toCents(multiply(base, ONE_PERCENT)));
}

/** The payments of the summary should add up to what is to be paid; the authority only remarks on it. */
export const paymentsRemark: Remark = (document) => {
  const resumen = recordIn(document, 'resumen');
  const pagos = recordsIn(resumen, 'pagos');
  const paid = total(pagos.map((each) => amountIn(each, 'montoPago')));
  const differs = pagos.length > 0 && !agree(paid, amountIn(resumen, 'totalPagar'));
  return differs ? 'resumen.pagos.montoPago Forma de pago difiere del Total a Pagar.' : null;
};
