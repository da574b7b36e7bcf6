/**
 * How a purchase stands for the income tax, as the columns I to L of annex 5 ask for it. Source: manual of F-07 v14, table of
 * page 16: an expense has kinds 1 to 3; a cost has kinds 4 to 7 in industry and 4 or 5 elsewhere.
 */
export interface PurchaseClass {
  /** 1 taxed, 2 not taxed, 3 excluded, 4 mixed. */
  readonly operation: number;
  /** 1 cost, 2 expense. */
  readonly classification: number;
  /** 1 industry, 2 trade, 3 agriculture, 4 services. */
  readonly sector: number;
  /** 1 selling, 2 administration, 3 financing; 4 imported, 5 domestic, 6 indirect, 7 labour. */
  readonly kind: number;
}

/** What nobody has classed: an expense of administration of a trading company with taxed operations. */
export const USUAL_PURCHASE: PurchaseClass = { operation: 1, classification: 2, sector: 2, kind: 2 };

const COST = 1;
const INDUSTRY = 1;
const EXPENSES = [1, 2, 3];
const COSTS = [4, 5];
const COSTS_OF_INDUSTRY = [4, 5, 6, 7];

/** Whether the manual's table has the combination. */
export function isPurchaseClass({ classification, sector, kind }: PurchaseClass): boolean {
  if (classification !== COST) return EXPENSES.includes(kind);
  return (sector === INDUSTRY ? COSTS_OF_INDUSTRY : COSTS).includes(kind);
}
