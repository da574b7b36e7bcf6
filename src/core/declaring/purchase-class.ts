import type { GivenClass } from './given-class.ts';
import { monthsBetween, type Period } from './period.ts';

/**
 * How a purchase stands for the income tax, as the columns I to L of annex 5 ask for it. Source: manual of F-07 v14, table of
 * page 16: an expense has kinds 1 to 3; a cost has kinds 4 to 7 in industry and 4 or 5 elsewhere.
 */
export interface PurchaseClass {
  /** 1 taxed, 2 not taxed, 3 excluded, 4 mixed; 8 in more than one annex, 9 not deductible. */
  readonly operation: number;
  /** 1 cost, 2 expense, 8, 9. */
  readonly classification: number;
  /** 1 industry, 2 trade, 3 agriculture, 4 services, 8, 9. */
  readonly sector: number;
  /** 1 selling, 2 administration, 3 financing; 4 imported, 5 domestic, 6 indirect, 7 labour; 8, 9. */
  readonly kind: number;
}

export const PURCHASE_OPERATIONS: readonly number[] = [1, 2, 3, 4, 8, 9];
export const PURCHASE_CLASSIFICATIONS: readonly number[] = [1, 2, 8, 9];
export const PURCHASE_SECTORS: readonly number[] = [1, 2, 3, 4, 8, 9];
export const COST_TYPES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** What nobody has classed: an expense of administration of a trading company with taxed operations. */
export const USUAL_PURCHASE: PurchaseClass = { operation: 1, classification: 2, sector: 2, kind: 2 };
const NOT_ASKED: PurchaseClass = { operation: 0, classification: 0, sector: 0, kind: 0 };
/** The four columns are asked for since February 2024 and 0 before. */
const ASKED_SINCE: Period = { year: 2024, month: 2 };

const COST = 1;
const INDUSTRY = 1;
const EXPENSES = [1, 2, 3];
const COSTS = [4, 5];
const COSTS_OF_INDUSTRY = [4, 5, 6, 7];
/** What more than one annex informs of; then no table says what goes with it. */
const ELSEWHERE = 8;
/** Public bodies and what is not deductible: in all four columns or in none. */
const NOT_DEDUCTIBLE = 9;

/** Whether the manual has the combination. */
export function isPurchaseClass({ operation, classification, sector, kind }: PurchaseClass): boolean {
  const codes = [operation, classification, sector, kind];
  if (codes.includes(NOT_DEDUCTIBLE)) return codes.every((code) => code === NOT_DEDUCTIBLE);
  if (codes.includes(ELSEWHERE)) return true;
  if (classification !== COST) return EXPENSES.includes(kind);
  return (sector === INDUSTRY ? COSTS_OF_INDUSTRY : COSTS).includes(kind);
}

/** The class of a purchase; what was not given is as usual. */
export function purchaseClassOf(given: GivenClass): PurchaseClass {
  return {
    operation: given.operationType ?? USUAL_PURCHASE.operation,
    classification: given.classification ?? USUAL_PURCHASE.classification,
    sector: given.sector ?? USUAL_PURCHASE.sector,
    kind: given.costType ?? USUAL_PURCHASE.kind,
  };
}

/** Whether the declaration of a period has the four columns. */
export function asksForPurchase(period: Period): boolean {
  return monthsBetween(ASKED_SINCE, period) >= 0;
}

/** The class as it is declared in a period. */
export function askedPurchaseClass(of: PurchaseClass, period: Period): PurchaseClass {
  return asksForPurchase(period) ? of : NOT_ASKED;
}
