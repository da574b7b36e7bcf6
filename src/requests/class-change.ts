import { PURCHASES, SALES_AND_NOTES } from '../core/declaring/declared-types.ts';
import { classIn } from '../core/declaring/given-class.ts';
import { codesIn, PURCHASE_CODES, SALE_CODES } from '../core/declaring/income-codes.ts';
import { TIPOS_DTE, type TipoDte } from '../core/dte/kinds.ts';
import { referencesNamedBy } from '../core/identifiers/external-ref.ts';
import { type FieldProblem, type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import type { ClassChange } from '../operations/declarations/month-ports.ts';
import { optional, optionalNumber, optionalText, type Static, Type, titledStrict } from '../schema/schema.ts';
import { PURCHASE_CLASS_FIELDS, purchaseProblems, SALE_CLASS_FIELDS } from './class-fields.ts';

const MOST_REFERENCES = 2_000;

/** The body of POST /reports/f07/{month}/classes: which documents of the month, and the codes that they get. */
export const ClassChangeSchema = titledStrict('ClassChangeRequest', {
  doc_types: optional(
    Type.Array(Type.Enum([...TIPOS_DTE]), {
      maxItems: TIPOS_DTE.length,
      description: 'Solo los de estos tipos: ventas y notas (por defecto, todas), o 14, que va solo.',
    }),
  ),
  establishment: optionalText({ max: 10, description: 'Solo los de este establecimiento.' }),
  activity_code: optionalText({
    max: 6,
    description: 'Solo los que llevan esta actividad económica del emisor (CAT-019).',
  }),
  only_unclassed: Type.Optional(
    Type.Boolean({
      description: 'Solo los que no llevan códigos propios; por defecto, también los que ya llevan.',
    }),
  ),
  external_refs: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: MOST_REFERENCES,
      description: 'Solo los de estas referencias.',
    }),
  ),
  operation_type: optionalNumber(
    [...new Set([...codesIn(SALE_CODES.operationType), ...codesIn(PURCHASE_CODES.operationType)])].toSorted(
      (a, b) => a - b,
    ),
    'Tipo de operación de renta: en ventas 1 a 4, 12 o 13; en compras 1 a 4, 8 o 9, y van los cuatro códigos.',
  ),
  income_type: SALE_CLASS_FIELDS.income_type,
  classification: PURCHASE_CLASS_FIELDS.classification,
  sector: PURCHASE_CLASS_FIELDS.sector,
  cost_type: PURCHASE_CLASS_FIELDS.cost_type,
});

export type ClassChangeBody = Static<typeof ClassChangeSchema>;

/** Reads a body that fits its schema; codes of sales and of purchases are not given in one go. */
export function readClassChange(
  body: ClassChangeBody,
): (ClassChange & { readonly kind: 'change' }) | Refusal {
  const named = body.doc_types ?? [];
  const types = named.length === 0 ? SALES_AND_NOTES : named;
  const isPurchase = types.every((type) => PURCHASES.includes(type));
  const problems = [
    ...typeProblems(types),
    ...codeProblems(body, isPurchase),
    ...(isPurchase ? purchaseProblems(body) : []),
  ];
  if (problems.length > 0) return refuseProblems(problems);
  const filter = {
    types,
    establishment: body.establishment ?? null,
    // No reference at all names no document, whereas none given leaves them open.
    references: body.external_refs?.flatMap(referencesNamedBy) ?? null,
    activityCode: body.activity_code ?? null,
    areUnclassed: body.only_unclassed ?? false,
  };
  return { kind: 'change', filter, given: classIn(body) };
}

function typeProblems(types: readonly TipoDte[]): readonly FieldProblem[] {
  const purchases = types.filter((type) => PURCHASES.includes(type));
  if (purchases.length === 0 || purchases.length === types.length) return [];
  const message = 'El tipo 14 es una compra y lleva otros códigos: va en una solicitud aparte.';
  return [{ path: 'doc_types', code: 'contradiction', message }];
}

const SALE_ONLY = ['income_type'] as const;
const PURCHASE_ONLY = ['classification', 'sector', 'cost_type'] as const;

function codeProblems(body: ClassChangeBody, isPurchase: boolean): readonly FieldProblem[] {
  const foreign = (isPurchase ? SALE_ONLY : PURCHASE_ONLY).filter((name) => (body[name] ?? null) !== null);
  const message = isPurchase ? 'No es de una compra.' : 'Solo es de compras: doc_types debe ser 14.';
  const problems = foreign.map((path): FieldProblem => ({ path, code: 'not_allowed', message }));
  if (Object.values(classIn(body)).every((code) => code === null))
    return [{ path: 'operation_type', code: 'required', message: 'Falta al menos un código que cambiar.' }];
  const { operation_type: operation = null } = body;
  const operations = isPurchase ? codesIn(PURCHASE_CODES.operationType) : codesIn(SALE_CODES.operationType);
  if (operation === null || operations.includes(operation)) return problems;
  const one = `Debe ser uno de estos valores: ${operations.join(', ')}.`;
  return [...problems, { path: 'operation_type', code: 'not_an_option', message: one }];
}
