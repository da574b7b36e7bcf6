/**
 * Codes of the income tax (Renta) that somebody has given to a document, or to all of a company that are not given others;
 * null for each that was not given. Which codes there are: `income-class.ts` for sales, `purchase-class.ts` for purchases.
 */
export interface GivenClass {
  /** Sales and purchases have lists of their own. */
  readonly operationType: number | null;
  /** Only sales have it. */
  readonly incomeType: number | null;
  /** Only purchases have it, and the two that follow. */
  readonly classification: number | null;
  readonly sector: number | null;
  readonly costType: number | null;
}

export const NO_CLASS: GivenClass = {
  operationType: null,
  incomeType: null,
  classification: null,
  sector: null,
  costType: null,
};

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
  return over(own ?? NO_CLASS, over(rule?.[kind] ?? NO_CLASS, company[kind]));
}

function fits({ establishment, activityCode }: ClassRule, document: RuledDocument): boolean {
  return (
    (establishment === null || establishment === document.establishment) &&
    (activityCode === null || activityCode === document.activityCode)
  );
}

function over(first: GivenClass, second: GivenClass): GivenClass {
  return {
    operationType: first.operationType ?? second.operationType,
    incomeType: first.incomeType ?? second.incomeType,
    classification: first.classification ?? second.classification,
    sector: first.sector ?? second.sector,
    costType: first.costType ?? second.costType,
  };
}
