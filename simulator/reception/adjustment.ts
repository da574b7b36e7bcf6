import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { add, compare, multiply, type Rational, ratio, subtract, total } from '../exact/rational.ts';
import type { Invalidations } from '../state/invalidations.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Ledger } from '../state/ledger.ts';
import {
  type Adjustment,
  inColumns,
  SALE_COLUMNS,
  type SaleColumn,
  type SalesInUnits,
} from '../state/submission.ts';
import { type Refusal, refuseField } from '../verdict/refusal.ts';

/** Whether the documents that a note names are looked up, or believed in. */
export type RelatedMode = 'checked' | 'trusted';

/** What a note is judged against. */
export interface AdjustmentBench {
  readonly issuer: Issuer;
  readonly ledger: Pick<Ledger, 'stampedAs' | 'notesOn'>;
  readonly invalidations: Pick<Invalidations, 'isInvalidated'>;
  readonly related: RelatedMode;
}

/** Amounts of lines have eight decimals; the ledger keeps them in units of the last. */
const UNIT = 100_000_000n;

/** One cent, the authority's tolerance of an amount. */
const CENT = ratio(1n, 100n);

const GLOBAL_DISCOUNTS = ['descuNoSuj', 'descuExenta', 'descuGravada'];

/** What a summary says of each column of sales: its total, and the global discount on it. */
const SUMMARY = {
  ventaNoSuj: ['totalNoSuj', 'descuNoSuj'],
  ventaExenta: ['totalExenta', 'descuExenta'],
  ventaGravada: ['totalGravada', 'descuGravada'],
} as const satisfies Readonly<Record<SaleColumn, readonly [string, string]>>;

/**
 * What a CCF sold without VAT, after its discounts, in units of 10^-8; null for other documents. Its columns are rounded
 * one by one, so its lines may come to some cents more than its subtotal: a note on all of them takes no more than it sold.
 */
export function netOfCcf(tipoDte: string, document: JsonRecord): string | null {
  if (tipoDte !== '03') return null;
  const resumen = recordIn(document, 'resumen');
  const subTotal = amountIn(resumen, 'subTotal');
  const discounts = total(GLOBAL_DISCOUNTS.map((key) => amountIn(resumen, key)));
  const lines = subtract(salesOf(recordsIn(document, 'cuerpoDocumento')), discounts);
  return inUnits(compare(lines, subTotal) > 0 ? lines : subTotal);
}

function salesOf(lines: readonly JsonRecord[]): Rational {
  return total(SALE_COLUMNS.map((column) => columnOf(lines, column)));
}

function columnOf(lines: readonly JsonRecord[], column: SaleColumn): Rational {
  return total(lines.map((line) => amountIn(line, column)));
}

/** The same of each column, because nothing is given back that was not sold in that way; null for other documents. */
export function salesOfCcf(tipoDte: string, document: JsonRecord): SalesInUnits | null {
  if (tipoDte !== '03') return null;
  const [resumen, lines] = [recordIn(document, 'resumen'), recordsIn(document, 'cuerpoDocumento')];
  return inColumns((column) => {
    const [totalKey, discountKey] = SUMMARY[column];
    const discount = amountIn(resumen, discountKey);
    const [ofLines, printed] = [columnOf(lines, column), amountIn(resumen, totalKey)];
    return inUnits(subtract(compare(ofLines, printed) > 0 ? ofLines : printed, discount));
  });
}

/** What a note takes from each CCF, by the lines that name it; none for other documents. */
export function adjustmentsOf(tipoDte: string, document: JsonRecord): readonly Adjustment[] {
  if (tipoDte !== '05') return [];
  const lines = recordsIn(document, 'cuerpoDocumento');
  return adjustedCodes(document).map((codigoGeneracion) => {
    const own = lines.filter(({ numeroDocumento }) => numeroDocumento === codigoGeneracion);
    const sales = inColumns((column) => inUnits(columnOf(own, column)));
    return { codigoGeneracion, net: inUnits(salesOf(own)), sales };
  });
}

/** The electronic CCF that a note names. */
function adjustedCodes(document: JsonRecord): readonly string[] {
  const related = recordsIn(document, 'documentoRelacionado').filter(
    (each) => each['tipoDocumento'] === '03' && integerIn(each, 'tipoGeneracion') === 2,
  );
  return [...new Set(related.map((each) => textIn(each, 'numeroDocumento') ?? ''))];
}

function inUnits(amount: Rational): string {
  const { numerator, denominator } = multiply(amount, ratio(UNIT, 1n));
  return String(numerator / denominator);
}

function ofUnits(units: string): Rational {
  return ratio(BigInt(units), UNIT);
}

/**
 * Every CCF that a note adjusts was stamped for its issuer (014) and is still valid (015), and all notes on it that
 * hold take no more than it sold (016), in all and in each column, lines against lines or totals, with a cent of
 * tolerance.
 */
export function wrongAdjustment(adjustments: readonly Adjustment[], bench: AdjustmentBench): Refusal | null {
  if (bench.related === 'trusted') return null;
  for (const adjustment of adjustments) {
    const refusal = wrongCcf(adjustment, bench);
    if (refusal !== null) return refusal;
  }
  return null;
}

function wrongCcf(adjustment: Adjustment, bench: AdjustmentBench): Refusal | null {
  const { issuer, ledger, invalidations } = bench;
  const { ambiente, nit } = issuer;
  const { codigoGeneracion } = adjustment;
  const ccf = ledger.stampedAs(ambiente, codigoGeneracion);
  const field = 'documentoRelacionado.numeroDocumento';
  if (ccf?.nit !== nit || ccf.facts?.tipoDte !== '03') return refuseField('14', '014', field);
  if (invalidations.isInvalidated(ambiente, codigoGeneracion)) return refuseField('14', '015', field);
  const earlier = ledger
    .notesOn(ambiente, codigoGeneracion)
    .filter((note) => !invalidations.isInvalidated(ambiente, note.codigoGeneracion));
  const { net, sales } = ccf.facts;
  const takes = (of: (note: Pick<Adjustment, 'net' | 'sales'>) => string | undefined) =>
    total([...earlier, adjustment].map((note) => ofUnits(of(note) ?? '0')));
  const exceedsColumn = (column: SaleColumn) =>
    sales !== undefined &&
    exceeds(
      takes((note) => note.sales?.[column]),
      sales[column],
    );
  const isTooMuch =
    net !== undefined &&
    exceeds(
      takes((note) => note.net),
      net,
    );
  return isTooMuch || SALE_COLUMNS.some(exceedsColumn) ? refuseField('14', '016', field) : null;
}

function exceeds(taken: Rational, sold: string): boolean {
  return compare(taken, add(ofUnits(sold), CENT)) > 0;
}
