import { quotedPrice } from '../drafting/net-lines.ts';
import type { OrderLine, SaleType } from '../drafting/order.ts';
import { OTHER_UNIT } from '../drafting/priced-line.ts';
import { GOODS, SERVICES } from '../dte/item-types.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { amountIn, integerIn, objectIn, objectsIn, textIn, textOrNullIn } from '../dte/read-dte.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { FACTURA } from '../dte/types/factura.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import type { JsonObject } from '../json/read-json.ts';
import {
  type Amount,
  divideRounded,
  fromInteger,
  numeralOf,
  ONE,
  type Percentage,
  sum,
} from '../money/decimal.ts';
import { incomeTaxOn } from '../money/rates.ts';

/**
 * The lines of a document but a note, which are read as they are. What is the value of its absence is left open, because it
 * may have been absent. Taxed prices of a type 03 lost their VAT; lines of a type 11 in v1 do not say what they are, and so
 * are what the whole is; which lines of a type 14 were marked as services shows only in the income tax that was kept back.
 */
export function rebuiltLines(tipoDte: TipoDte, document: JsonObject): readonly OrderLine[] {
  const lines = objectsIn(document, 'cuerpoDocumento');
  const services = tipoDte === SUJETO_EXCLUIDO.code ? servicesIn(document, lines) : [];
  const isClassed = tipoDte === FACTURA.code || tipoDte === CREDITO_FISCAL.code;
  return lines.map((line) => {
    const saleType = isClassed ? saleTypeOf(line) : 'taxed';
    const price = amountIn(line, 'precioUni');
    const isNet = tipoDte === CREDITO_FISCAL.code && saleType === 'taxed';
    const unit = String(integerIn(line, 'uniMedida'));
    return {
      description: textIn(line, 'descripcion'),
      quantity: numeralOf(amountIn(line, 'cantidad')),
      unitPrice: numeralOf(isNet ? quotedPrice(price) : price),
      discountPercentage: numeralOf(discountOf(line)),
      code: textOrNullIn(line, 'codigo'),
      unit: unit === OTHER_UNIT ? null : unit,
      itemType: tipoDte === EXPORTACION.code ? exportedType(document, line) : integerIn(line, 'tipoItem'),
      saleType,
      isService: services.includes(line),
    };
  });
}

function exportedType(document: JsonObject, line: JsonObject): number {
  if ('tipoItem' in line) return integerIn(line, 'tipoItem');
  const whole = integerIn(objectIn(document, 'emisor'), 'tipoItemExpor');
  return whole === SERVICES ? SERVICES : GOODS;
}

function servicesIn(document: JsonObject, lines: readonly JsonObject[]): readonly JsonObject[] {
  const withheld = amountIn(objectIn(document, 'resumen'), 'reteRenta');
  return withheld === 0n ? [] : servicesAmong(lines, withheld);
}

/** Where there are more lines than these, not every choice is tried. */
const FEW = 10;

/** The lines of which the tax withheld is 10 %: those of services as a rule, or whichever make that much. */
function servicesAmong(lines: readonly JsonObject[], withheld: Amount): readonly JsonObject[] {
  const isRight = (chosen: readonly JsonObject[]) =>
    incomeTaxOn(sum(chosen.map((line) => amountIn(line, 'compra')))) === withheld;
  const services = lines.filter((line) => integerIn(line, 'tipoItem') === SERVICES);
  if (isRight(services)) return services;
  if (lines.length <= FEW) {
    for (let choice = 1; choice < 2 ** lines.length; choice += 1) {
      const chosen = lines.filter((_, place) => (choice >> place) % 2 === 1);
      if (isRight(chosen)) return chosen;
    }
  }
  return lines;
}

const HUNDRED: Percentage = fromInteger(100);

/** The percentage of the discount; of a percentage with 8 decimals comes the same discount again. */
function discountOf(line: JsonObject): Percentage {
  const gross = amountIn(line, 'cantidad') * amountIn(line, 'precioUni');
  if (gross === 0n) return 0n;
  const percentage = divideRounded(amountIn(line, 'montoDescu') * HUNDRED * ONE, gross);
  return percentage < HUNDRED ? percentage : HUNDRED;
}

/** A line of no amount may be of any class: its amounts are the same. */
function saleTypeOf(line: JsonObject): SaleType {
  if (amountIn(line, 'ventaExenta') !== 0n) return 'exempt';
  return amountIn(line, 'ventaNoSuj') !== 0n ? 'non_subject' : 'taxed';
}
