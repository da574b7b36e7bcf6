import { amountIn, type JsonRecord, recordIn, recordsIn } from '../exact/json.ts';
import {
  add,
  agree,
  agreeEitherWay,
  isZero,
  multiply,
  type Rational,
  ratio,
  subtract,
  total,
  ZERO,
} from '../exact/rational.ts';
import type { Refusal } from '../verdict/refusal.ts';
import {
  addedTributos,
  amountOrZero,
  type Expected,
  isOnePercentOrNothing,
  isRightSale,
  salesInSummary,
  subTotal,
  sumOfLines,
  taxedBase,
  wrongAmount,
  wrongLine,
  wrongSummary,
} from './amounts.ts';
import type { Rule } from './document-kind.ts';
import { STANDARD_VAT } from './line-taxes.ts';

const VAT = ratio(13n, 100n);
const ONE_PERCENT = ratio(1n, 100n);

/** How a version names what is perceived and what is retained. */
interface Withheld {
  readonly perception: 'ivaPerci1' | 'ivaPerci';
  readonly retention: 'ivaRete1' | 'ivaRete';
}

export const WITHHELD_V1: Withheld = { perception: 'ivaPerci1', retention: 'ivaRete1' };
export const WITHHELD_V2: Withheld = { perception: 'ivaPerci', retention: 'ivaRete' };

/** The arithmetic of type 03: VAT stands in the summary, and what is perceived or retained in what is paid alone. */
export function creditoFiscalAmounts(names: Withheld): Rule {
  return (document) => {
    const resumen = recordIn(document, 'resumen');
    const noGravado = { totalNoGravado: sumOfLines(document, 'noGravado') };
    return (
      wrongLine(document, isRightSale) ??
      wrongSummary(document, { ...salesInSummary(document), ...noGravado, subTotal: subTotal(resumen) }) ??
      wrongVat(resumen) ??
      wrongSummary(document, totalsOf(resumen, 'subTotal', names)) ??
      wrongShare(resumen, names)
    );
  };
}

/**
 * The arithmetic of version 3 of type 05, which has no amount to pay. Structure manual of NCE v3: `montoTotalOperacion` is `subTotal`
 * with its tributos and `ivaPerci1`, less `ivaRete1`.
 */
export const notaCreditoAmountsV3: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  const montoTotalOperacion = withShares(soldIn(resumen, 'subTotal'), resumen, WITHHELD_V1);
  return (
    wrongLine(document, isRightSale) ??
    wrongSummary(document, { ...salesInSummary(document), subTotal: subTotal(resumen) }) ??
    wrongVat(resumen) ??
    wrongSummary(document, { montoTotalOperacion }) ??
    wrongShare(resumen, WITHHELD_V1, ZERO)
  );
};

/**
 * The arithmetic of version 4 of type 05: its lines say what is perceived and retained. `totalIva` is 0 in lines and
 * summary where CCF are adjusted, because their VAT stands in the tributos.
 */
export const notaCreditoAmountsV4: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  const adjustsCcf = recordsIn(document, 'documentoRelacionado').every(
    (each) => each['tipoDocumento'] === '03',
  );
  const isRight = (line: JsonRecord) =>
    isRightSale(line) && hasRightShares(line) && hasRightIva(line, adjustsCcf);
  return (
    wrongLine(document, isRight) ??
    wrongSummary(document, { ...salesInSummary(document), ...sharesInSummary(document) }) ??
    (hasRightIva(resumen, adjustsCcf) ? null : wrongAmount('totalIva')) ??
    wrongVat(resumen) ??
    wrongSummary(document, totalsOf(resumen, 'subTotalVentas', WITHHELD_V2)) ??
    wrongShare(resumen, WITHHELD_V2, ZERO)
  );
};

function sharesInSummary(document: JsonRecord): Expected {
  const keys = ['ivaPerci', 'ivaRete', 'totalIva', 'totalNoGravado'];
  const columns = ['ivaPerci', 'ivaRete', 'totalIva', 'noGravado'];
  return Object.fromEntries(keys.map((key, index) => [key, sumOfLines(document, columns[index] ?? key)]));
}

/** A line's share is nothing or 1 % of what is taxed in it, however little: the adjusted document was large enough. */
function hasRightShares(line: JsonRecord): boolean {
  const share = multiply(amountIn(line, 'ventaGravada'), ONE_PERCENT);
  return ['ivaPerci', 'ivaRete'].every((key) => {
    const amount = amountIn(line, key);
    return isZero(amount) || agree(amount, share);
  });
}

function hasRightIva(record: JsonRecord, adjustsCcf: boolean): boolean {
  return !adjustsCcf || isZero(amountIn(record, 'totalIva'));
}

/** VAT is 13 % of what is taxed after global discounts, whichever way it is rounded. */
function wrongVat(resumen: JsonRecord): Refusal | null {
  const entries = recordsIn(resumen, 'tributos').filter(({ codigo }) => codigo === STANDARD_VAT);
  const vat = total(entries.map((entry) => amountIn(entry, 'valor')));
  const isRight = agreeEitherWay(vat, multiply(taxedBase(resumen), VAT));
  return isRight ? null : wrongAmount('tributos.valor');
}

function totalsOf(resumen: JsonRecord, subTotalKey: string, names: Withheld): Expected {
  const paid = withShares(amountIn(resumen, 'montoTotalOperacion'), resumen, names);
  return {
    montoTotalOperacion: soldIn(resumen, subTotalKey),
    totalPagar: add(
      subtract(paid, amountOrZero(resumen, 'reteRenta')),
      amountOrZero(resumen, 'totalNoGravado'),
    ),
  };
}

/** What was sold, with its taxes. */
function soldIn(resumen: JsonRecord, subTotalKey: string): Rational {
  return add(amountIn(resumen, subTotalKey), addedTributos(resumen));
}

/** An amount with what is perceived, and without what is retained. */
function withShares(amount: Rational, resumen: JsonRecord, { perception, retention }: Withheld): Rational {
  return subtract(add(amount, amountIn(resumen, perception)), amountIn(resumen, retention));
}

/** 020 for a perception or a retention that is neither nothing nor 1 % of the base. */
function wrongShare(
  resumen: JsonRecord,
  { perception, retention }: Withheld,
  smallest?: Rational,
): Refusal | null {
  const base = taxedBase(resumen);
  const wrong = [perception, retention].find(
    (key) => !isOnePercentOrNothing(amountIn(resumen, key), base, smallest),
  );
  return wrong === undefined ? null : wrongAmount(wrong);
}
