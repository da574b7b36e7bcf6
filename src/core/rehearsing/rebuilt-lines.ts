import { quotedPrice } from '../drafting/net-lines.ts';
import type { OrderLine, SaleType } from '../drafting/order.ts';
import { OTHER_UNIT } from '../drafting/priced-line.ts';
import { incomeTaxOn } from '../drafting/sujeto-excluido-draft.ts';
import { GOODS, SERVICES } from '../dte/item-types.ts';
import { amountIn, integerIn, objectIn, objectsIn, textIn, textOrNullIn } from '../dte/read-dte.ts';
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

/** The lines of a type 01, whose prices have VAT. */
export function saleLines(document: JsonObject): readonly OrderLine[] {
  return linesOf(document).map((line) => ({
    ...lineOf(line, amountIn(line, 'precioUni')),
    itemType: integerIn(line, 'tipoItem'),
    saleType: saleTypeOf(line),
  }));
}

/** The lines of a type 03, whose taxed prices lost their VAT. */
export function netLines(document: JsonObject): readonly OrderLine[] {
  return linesOf(document).map((line) => {
    const saleType = saleTypeOf(line);
    const price = amountIn(line, 'precioUni');
    return {
      ...lineOf(line, saleType === 'taxed' ? quotedPrice(price) : price),
      itemType: integerIn(line, 'tipoItem'),
      saleType,
    };
  });
}

/** The lines of a type 11. Those of v1 do not say what they are: they are what the whole is. */
export function exportLines(document: JsonObject): readonly OrderLine[] {
  const whole = integerIn(objectIn(document, 'emisor'), 'tipoItemExpor');
  const usual = whole === SERVICES ? SERVICES : GOODS;
  return linesOf(document).map((line) => ({
    ...lineOf(line, amountIn(line, 'precioUni')),
    itemType: 'tipoItem' in line ? integerIn(line, 'tipoItem') : usual,
    saleType: 'taxed',
  }));
}

/** The lines of a type 14. Which of them were marked as services shows only in the income tax that was kept back. */
export function purchaseLines(document: JsonObject): readonly OrderLine[] {
  const withheld = amountIn(objectIn(document, 'resumen'), 'reteRenta');
  const lines = linesOf(document);
  const services = withheld === 0n ? [] : servicesAmong(lines, withheld);
  return lines.map((line) => ({
    ...lineOf(line, amountIn(line, 'precioUni')),
    itemType: integerIn(line, 'tipoItem'),
    saleType: 'taxed',
    isService: services.includes(line),
  }));
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

function linesOf(document: JsonObject): readonly JsonObject[] {
  return objectsIn(document, 'cuerpoDocumento');
}

/** What a line of every type says; what is the value of its absence is left open, because it may have been absent. */
function lineOf(line: JsonObject, unitPrice: Amount) {
  const unit = String(integerIn(line, 'uniMedida'));
  return {
    description: textIn(line, 'descripcion'),
    quantity: numeralOf(amountIn(line, 'cantidad')),
    unitPrice: numeralOf(unitPrice),
    discountPercentage: numeralOf(discountOf(line)),
    code: textOrNullIn(line, 'codigo'),
    unit: unit === OTHER_UNIT ? null : unit,
    isService: false,
  };
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
