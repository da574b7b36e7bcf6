import { amountIn, integerIn, type JsonRecord, recordIn, recordsIn, textIn } from '../exact/json.ts';
import { add, compare, multiply, type Rational, ratio, subtract, total } from '../exact/rational.ts';
import type { Invalidations } from '../state/invalidations.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Adjustment } from '../state/submission.ts';
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

const SALE_COLUMNS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'];

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
  return total(lines.flatMap((line) => SALE_COLUMNS.map((key) => amountIn(line, key))));
}

/** What a note takes from each CCF, by the lines that name it; none for other documents. */
export function adjustmentsOf(tipoDte: string, document: JsonRecord): readonly Adjustment[] {
  if (tipoDte !== '05') return [];
  const lines = recordsIn(document, 'cuerpoDocumento');
  return adjustedCodes(document).map((codigoGeneracion) => {
    const own = lines.filter(({ numeroDocumento }) => numeroDocumento === codigoGeneracion);
    return { codigoGeneracion, net: inUnits(salesOf(own)) };
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
 * hold take no more than it sold (016), lines against lines or subtotal, with a cent of tolerance.
 */
export function wrongAdjustment(adjustments: readonly Adjustment[], bench: AdjustmentBench): Refusal | null {
  if (bench.related === 'trusted') return null;
  for (const adjustment of adjustments) {
    const refusal = wrongCcf(adjustment, bench);
    if (refusal !== null) return refusal;
  }
  return null;
}

function wrongCcf({ codigoGeneracion, net }: Adjustment, bench: AdjustmentBench): Refusal | null {
  const { issuer, ledger, invalidations } = bench;
  const { ambiente, nit } = issuer;
  const ccf = ledger.stampedAs(ambiente, codigoGeneracion);
  const field = 'documentoRelacionado.numeroDocumento';
  if (ccf?.nit !== nit || ccf.facts?.tipoDte !== '03') return refuseField('14', '014', field);
  if (invalidations.isInvalidated(ambiente, codigoGeneracion)) return refuseField('14', '015', field);
  const earlier = ledger
    .notesOn(ambiente, codigoGeneracion)
    .filter((note) => !invalidations.isInvalidated(ambiente, note.codigoGeneracion))
    .map((note) => ofUnits(note.net));
  const taken = add(total(earlier), ofUnits(net));
  const sold = ccf.facts.net === undefined ? taken : ofUnits(ccf.facts.net);
  return compare(taken, add(sold, CENT)) > 0 ? refuseField('14', '016', field) : null;
}
