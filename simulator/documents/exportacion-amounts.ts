import { amountIn, recordIn } from '../exact/json.ts';
import { add, agree, subtract } from '../exact/rational.ts';
import {
  addedTributos,
  amountOrZero,
  netOfLine,
  sumOf,
  sumOfLines,
  wrongLine,
  wrongSummary,
} from './amounts.ts';
import type { Rule } from './document-kind.ts';

/**
 * The arithmetic of type 11: exports carry no VAT, and insurance and freight are part of the total of the operation.
 * The versions name the global discount differently.
 */
export function exportacionAmounts(discount: 'descuento' | 'descuGravada'): Rule {
  return (document) => {
    const resumen = recordIn(document, 'resumen');
    const printed = (key: string) => amountIn(resumen, key);
    const sold = subtract(printed('totalGravada'), printed(discount));
    const carriage = add(amountOrZero(resumen, 'seguro'), amountOrZero(resumen, 'flete'));
    return (
      wrongLine(document, (line) => agree(amountIn(line, 'ventaGravada'), netOfLine(line))) ??
      wrongSummary(document, {
        totalGravada: sumOfLines(document, 'ventaGravada'),
        totalDescu: add(sumOfLines(document, 'montoDescu'), printed(discount)),
        montoTotalOperacion: add(add(sold, carriage), addedTributos(resumen)),
        totalNoGravado: sumOfLines(document, 'noGravado'),
        totalPagar: sumOf(resumen, ['montoTotalOperacion', 'totalNoGravado']),
      })
    );
  };
}
