import { type ClassFields, CODE_FIELDS, classIn } from '../core/declaring/given-class.ts';
import {
  codesIn,
  isPurchaseClass,
  PURCHASE_CODES,
  PURCHASE_NAMES,
  purchaseClassOf,
  SALE_CODES,
} from '../core/declaring/income-codes.ts';
import type { FieldProblem } from '../core/refusals/refusal.ts';
import { optionalNumber } from '../schema/schema.ts';

/** How a sale is declared in the annexes of form F-07; none of it is part of the official document. */
export const SALE_CLASS_FIELDS = {
  operation_type: optionalNumber(
    codesIn(SALE_CODES.operationType),
    'Para el anexo del F-07, tipo de operación de renta: 1 gravada, 2 no gravada o exenta, 3 excluida, 4 mixta, 12, 13; por defecto, el de la empresa. No va en el documento.',
  ),
  income_type: optionalNumber(
    codesIn(SALE_CODES.incomeType),
    'Para el anexo del F-07, tipo de ingreso de renta: 1 profesiones, 2 servicios, 3 comercio, 4 industria, 5 agropecuario, 6 dividendos, 7 a 10, 12, 13; por defecto, el de la empresa. No va en el documento.',
  ),
};

/** How a purchase is declared in annex 5 and in the detail of F-14. */
export const PURCHASE_CLASS_FIELDS = {
  operation_type: optionalNumber(
    codesIn(PURCHASE_CODES.operationType),
    'Para el anexo 5 del F-07, tipo de operación de renta: 1 gravada, 2 no gravada, 3 excluida, 4 mixta, 8, 9. Los cuatro códigos de una compra van juntos; por defecto, los de la empresa. No van en el documento.',
  ),
  classification: optionalNumber(
    codesIn(PURCHASE_CODES.classification),
    'Para el anexo 5: 1 costo, 2 gasto, 8, 9.',
  ),
  sector: optionalNumber(
    codesIn(PURCHASE_CODES.sector),
    'Para el anexo 5: 1 industria, 2 comercio, 3 agropecuario, 4 servicios, 8, 9.',
  ),
  cost_type: optionalNumber(
    codesIn(PURCHASE_CODES.costType),
    'Para el anexo 5: gastos 1 de venta, 2 de administración, 3 financieros; costos 4 importado, 5 interno, 6 indirectos, 7 mano de obra; 8, 9.',
  ),
};

const FOUR = PURCHASE_NAMES.map((name) => CODE_FIELDS[name]);

/**
 * The four codes of a purchase stand together: only together the manual's table can be asked, and whatever they take the place
 * of, the document's earlier ones or the company's, goes as a whole.
 */
export function purchaseProblems(body: ClassFields): readonly FieldProblem[] {
  const missing = FOUR.filter((name) => (body[name] ?? null) === null);
  if (missing.length === FOUR.length) return [];
  if (missing.length > 0) {
    const message = 'Los campos operation_type, classification, sector y cost_type van juntos.';
    return missing.map((path) => ({ path, code: 'required', message }));
  }
  if (isPurchaseClass(purchaseClassOf(classIn(body)))) return [];
  const message =
    'No es una combinación del manual del F-07: el gasto lleva 1, 2 o 3; el costo, 4 o 5, y en la industria también 6 o 7; el 9 va en los cuatro campos.';
  return [{ path: 'cost_type', code: 'not_allowed', message }];
}
