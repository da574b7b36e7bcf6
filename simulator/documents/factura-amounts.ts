import { amountIn, type JsonRecord, recordIn } from '../exact/json.ts';
import { add, agree, multiply, ratio, subtract } from '../exact/rational.ts';
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

/** VAT of 13 % as a part of a price that includes it. */
const VAT_SHARE = ratio(13n, 113n);

/** The arithmetic of a factura, whose prices include VAT. The generations name the retention differently. */
export function facturaAmounts(retention: 'ivaRete1' | 'ivaRete'): Rule {
  return (document) =>
    wrongLine(document, (line) => isRightSale(line) && isRightVat(line)) ??
    wrongSummary(document, { ...salesInSummary(document), ...totals(document, retention) }) ??
    (isRightRetention(recordIn(document, 'resumen'), retention) ? null : wrongAmount(retention));
}

function isRightVat(line: JsonRecord): boolean {
  return agree(amountIn(line, 'ivaItem'), multiply(amountIn(line, 'ventaGravada'), VAT_SHARE));
}

function totals(document: JsonRecord, retention: string): Expected {
  const resumen = recordIn(document, 'resumen');
  const printed = (key: string) => amountIn(resumen, key);
  const withheld = add(printed(retention), amountOrZero(resumen, 'reteRenta'));
  return {
    totalNoGravado: sumOfLines(document, 'noGravado'),
    totalIva: sumOfLines(document, 'ivaItem'),
    subTotal: subTotal(resumen),
    montoTotalOperacion: add(printed('subTotal'), addedTributos(resumen)),
    totalPagar: add(subtract(printed('montoTotalOperacion'), withheld), printed('totalNoGravado')),
  };
}

/** 1 % of what was taxed, without its VAT (CT 162). */
function isRightRetention(resumen: JsonRecord, retention: string): boolean {
  const base = subtract(taxedBase(resumen), amountIn(resumen, 'totalIva'));
  return isOnePercentOrNothing(amountIn(resumen, retention), base);
}
