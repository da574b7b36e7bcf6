import { byName } from '../records/by-name.ts';

/** The codes of the income tax (Renta), and what forms, bodies and files call them. Which there are: `income-codes.ts`. */
export const CODE_FIELDS = {
  /** Sales and purchases have lists of their own. */
  operationType: 'operation_type',
  /** Only sales have it. */
  incomeType: 'income_type',
  /** Only purchases have it, and the two that follow. */
  classification: 'classification',
  sector: 'sector',
  costType: 'cost_type',
} as const;
export type CodeName = keyof typeof CODE_FIELDS;
const CODE_NAMES = ['operationType', 'incomeType', 'classification', 'sector', 'costType'] as const;

/**
 * Codes that somebody has given to a document, or to all of a company that are not given others; null for each that was not
 * given.
 */
export type GivenClass = Readonly<Record<CodeName, number | null>>;

export const NO_CLASS: GivenClass = byName(CODE_NAMES, () => null);

/** Codes as a form, a body or a file has them. */
export type ClassFields = { readonly [Name in CodeName as (typeof CODE_FIELDS)[Name]]?: number | null };

export function classIn(fields: ClassFields): GivenClass {
  return byName(CODE_NAMES, (name) => fields[CODE_FIELDS[name]] ?? null);
}

/** Documents of one establishment, of one activity or of both, and the codes that they get. */
export interface ClassRule {
  readonly establishment: string | null;
  /** CAT-019, as the document's issuer names it. */
  readonly activityCode: string | null;
  readonly sale: GivenClass;
  readonly purchase: GivenClass;
}

/** How a company classes what nobody has classed by itself: by the first rule that fits, else as usual. */
export interface CompanyClasses {
  readonly sale: GivenClass;
  readonly purchase: GivenClass;
  readonly rules: readonly ClassRule[];
}

export const NO_CLASSES: CompanyClasses = { sale: NO_CLASS, purchase: NO_CLASS, rules: [] };

/** What a rule looks at. */
export interface RuledDocument {
  readonly isPurchase: boolean;
  readonly establishment: string;
  readonly activityCode: string;
}

/** The codes of a document: its own, then those of the company's first rule that fits, then the company's usual ones. */
export function givenTo(
  own: GivenClass | null,
  document: RuledDocument,
  company: CompanyClasses,
): GivenClass {
  const kind = document.isPurchase ? 'purchase' : 'sale';
  const rule = company.rules.find((one) => fits(one, document));
  return byName(CODE_NAMES, (name) => own?.[name] ?? rule?.[kind][name] ?? company[kind][name]);
}

function fits({ establishment, activityCode }: ClassRule, document: RuledDocument): boolean {
  return (
    (establishment === null || establishment === document.establishment) &&
    (activityCode === null || activityCode === document.activityCode)
  );
}
