import { type GivenClass, NO_CLASS } from '../core/declaring/given-class.ts';
import { INCOME_TYPES, OPERATION_TYPES } from '../core/declaring/income-class.ts';
import {
  COST_TYPES,
  isPurchaseClass,
  PURCHASE_CLASSIFICATIONS,
  PURCHASE_OPERATIONS,
  PURCHASE_SECTORS,
  purchaseClassOf,
} from '../core/declaring/purchase-class.ts';
import type { FieldProblem } from '../core/refusals/problem.ts';
import { optionalNumber } from '../schema/schema.ts';

/** How a sale is declared in the annexes of form F-07; none of it is part of the official document. */
export const SALE_CLASS_FIELDS = {
  operation_type: optionalNumber(
    OPERATION_TYPES,
    'Para el anexo del F-07, tipo de operación de renta: 1 gravada, 2 no gravada o exenta, 3 excluida, 4 mixta, 12, 13; por defecto, el de la empresa. No va en el documento.',
  ),
  income_type: optionalNumber(
    INCOME_TYPES,
    'Para el anexo del F-07, tipo de ingreso de renta: 1 profesiones, 2 servicios, 3 comercio, 4 industria, 5 agropecuario, 6 dividendos, 7 a 10, 12, 13; por defecto, el de la empresa. No va en el documento.',
  ),
};

/** How a purchase is declared in annex 5 and in the detail of F-14. */
export const PURCHASE_CLASS_FIELDS = {
  operation_type: optionalNumber(
    PURCHASE_OPERATIONS,
    'Para el anexo 5 del F-07, tipo de operación de renta: 1 gravada, 2 no gravada, 3 excluida, 4 mixta, 8, 9. Los cuatro códigos de una compra van juntos; por defecto, los de la empresa. No van en el documento.',
  ),
  classification: optionalNumber(PURCHASE_CLASSIFICATIONS, 'Para el anexo 5: 1 costo, 2 gasto, 8, 9.'),
  sector: optionalNumber(
    PURCHASE_SECTORS,
    'Para el anexo 5: 1 industria, 2 comercio, 3 agropecuario, 4 servicios, 8, 9.',
  ),
  cost_type: optionalNumber(
    COST_TYPES,
    'Para el anexo 5: gastos 1 de venta, 2 de administración, 3 financieros; costos 4 importado, 5 interno, 6 indirectos, 7 mano de obra; 8, 9.',
  ),
};

/** The codes as a body may have them; those of sales and of purchases never stand in one. */
export interface ClassBody {
  readonly operation_type?: number | null;
  readonly income_type?: number | null;
  readonly classification?: number | null;
  readonly sector?: number | null;
  readonly cost_type?: number | null;
}

export function classOf(body: ClassBody): GivenClass {
  return {
    ...NO_CLASS,
    operationType: body.operation_type ?? null,
    incomeType: body.income_type ?? null,
    classification: body.classification ?? null,
    sector: body.sector ?? null,
    costType: body.cost_type ?? null,
  };
}

const PURCHASE_CODES = ['operation_type', 'classification', 'sector', 'cost_type'] as const;

/**
 * The four codes of a purchase stand together: only together the manual's table can be asked, and whatever they take the place
 * of, the document's earlier ones or the company's, goes as a whole.
 */
export function purchaseProblems(body: ClassBody): readonly FieldProblem[] {
  const missing = PURCHASE_CODES.filter((name) => (body[name] ?? null) === null);
  if (missing.length === PURCHASE_CODES.length) return [];
  if (missing.length > 0) {
    const message = 'Los campos operation_type, classification, sector y cost_type van juntos.';
    return missing.map((path) => ({ path, code: 'required', message }));
  }
  if (isPurchaseClass(purchaseClassOf(classOf(body)))) return [];
  const message =
    'No es una combinación del manual del F-07: el gasto lleva 1, 2 o 3; el costo, 4 o 5, y en la industria también 6 o 7; el 9 va en los cuatro campos.';
  return [{ path: 'cost_type', code: 'not_allowed', message }];
}
