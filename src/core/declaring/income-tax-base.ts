import { SERVICES } from '../dte/item-types.ts';
import { amountIn, integerIn, objectIn, objectsIn } from '../dte/read-dte.ts';
import type { JsonObject } from '../json/read-json.ts';
import { type Amount, round2, sum } from '../money/decimal.ts';
import { INCOME_TAX, incomeTaxOn, WHOLE } from '../money/rates.ts';

/** Whether the tax is a tenth of the base to the cent, as the portal of F-14 demands. Both have two decimals. */
export function isTenth(tax: Amount, base: Amount): boolean {
  return incomeTaxOn(base) === tax;
}

/**
 * From how much a document of type 14 withheld its income tax. A purchase may hold goods too, from which nothing is withheld
 * (CT 156), and its lines do not say what was withheld from them: it is that of the services, else of the whole, whichever
 * has the tax as its tenth; else the tax ten times.
 */
export function incomeTaxBaseOf(document: JsonObject): Amount {
  const resumen = objectIn(document, 'resumen');
  const tax = amountIn(resumen, 'reteRenta');
  const services = objectsIn(document, 'cuerpoDocumento').filter(
    (line) => integerIn(line, 'tipoItem') === SERVICES,
  );
  const candidates = [
    round2(sum(services.map((line) => amountIn(line, 'compra')))),
    amountIn(resumen, 'subTotal'),
  ];
  return candidates.find((base) => isTenth(tax, base)) ?? (tax * WHOLE) / INCOME_TAX;
}
