import { amountIn, type JsonRecord, recordIn } from '../exact/json.ts';
import { add, agree, compare, multiply, ratio, subtract } from '../exact/rational.ts';
import {
  amountOrZero,
  type Expected,
  netOfLine,
  sumOfLines,
  wrongAmount,
  wrongLine,
  wrongSummary,
} from './amounts.ts';
import type { Rule } from './document-kind.ts';

const TEN_PERCENT = ratio(1n, 10n);
const ONE_CENT = ratio(1n, 100n);

/**
 * The arithmetic of type 14. Income tax of 10 % is withheld from services of natural persons; the document does not
 * say which of its lines they are, so that any amount up to 10 % of the purchase is right.
 */
export const sujetoExcluidoAmounts: Rule = (document) => {
  const resumen = recordIn(document, 'resumen');
  return (
    wrongLine(document, (line) => agree(amountIn(line, 'compra'), netOfLine(line))) ??
    wrongSummary(document, { ...discounts(document), ...totals(document) }) ??
    (isRightIncomeTax(resumen) ? null : wrongAmount('reteRenta'))
  );
};

/** The first generation lets the sum of all discounts be null. */
function discounts(document: JsonRecord): Expected {
  const resumen = recordIn(document, 'resumen');
  if (resumen['totalDescu'] === null) return {};
  return { totalDescu: add(sumOfLines(document, 'montoDescu'), amountIn(resumen, 'descu')) };
}

function totals(document: JsonRecord): Expected {
  const resumen = recordIn(document, 'resumen');
  const withheld = add(amountIn(resumen, 'reteRenta'), amountOrZero(resumen, 'ivaRete1'));
  return {
    totalCompra: sumOfLines(document, 'compra'),
    subTotal: subtract(amountIn(resumen, 'totalCompra'), amountIn(resumen, 'descu')),
    totalPagar: subtract(amountIn(resumen, 'subTotal'), withheld),
  };
}

function isRightIncomeTax(resumen: JsonRecord): boolean {
  const most = add(multiply(amountIn(resumen, 'totalCompra'), TEN_PERCENT), ONE_CENT);
  return compare(amountIn(resumen, 'reteRenta'), most) <= 0;
}

/** What was bought, before anything is withheld: the amount of the ledger. */
export function subTotalOfPurchase(document: JsonRecord): unknown {
  return recordIn(document, 'resumen')['subTotal'];
}
