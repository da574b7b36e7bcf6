import type { GivenClass } from './given-class.ts';
import { monthsBetween, type Period } from './period.ts';

/**
 * How a sale stands for the income tax (Renta), as the columns R and S of annex 1 and U and V of annex 2 ask for it; it is
 * the accountant's judgement and follows from nothing that a document says. Source: manual of F-07 v14, sections III, IV.
 */
export interface IncomeClass {
  /** 1 taxed, 2 not taxed or exempt, 3 excluded, 4 mixed, 12 and 13 for what other forms have informed. */
  readonly operation: number;
  /** 1 professions, 2 services, 3 trade, 4 industry, 5 agriculture, 6 dividends, 7 and 9 exports, 8, 10, 12, 13. */
  readonly income: number;
}

export const OPERATION_TYPES: readonly number[] = [1, 2, 3, 4, 12, 13];
export const INCOME_TYPES: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13];

const EXPORTED_GOODS = 7;
const EXPORTED_SERVICES = 9;
/** What nobody has classed: taxed income of trade. The control sheet says that it was taken. */
export const USUAL_CLASS: IncomeClass = { operation: 1, income: 3 };
const NOT_ASKED: IncomeClass = { operation: 0, income: 0 };
/** Both columns are asked for since January 2025 and 0 before. */
const ASKED_SINCE: Period = { year: 2025, month: 1 };

/** What is known about where a class comes from. */
export interface ClassedSale {
  /** The document's own codes. */
  readonly own: GivenClass | null;
  /** The same, and what its company gives to documents without their own. */
  readonly given: GivenClass;
  /** Whether an export is of services alone; null where it is no export. */
  readonly exportsServices: boolean | null;
}

/** The class of a sale. An export is income of exports unless the document itself has another type. */
export function incomeClassOf({ own, given, exportsServices }: ClassedSale): IncomeClass {
  const operation = given.operationType ?? USUAL_CLASS.operation;
  if (exportsServices === null) return { operation, income: given.incomeType ?? USUAL_CLASS.income };
  return { operation, income: own?.incomeType ?? (exportsServices ? EXPORTED_SERVICES : EXPORTED_GOODS) };
}

/** Whether the declaration of a period has the two columns. */
export function asksForIncome(period: Period): boolean {
  return monthsBetween(ASKED_SINCE, period) >= 0;
}

/** The class as it is declared in a period. */
export function askedIncomeClass(of: IncomeClass, period: Period): IncomeClass {
  return asksForIncome(period) ? of : NOT_ASKED;
}
