import { byName } from '../records/by-name.ts';
import type { CodeName, GivenClass } from './given-class.ts';
import { monthsBetween, type Period } from './period.ts';

/** The codes of a list of the manual of F-07 v14, and how people call them. */
export type CodeWords = readonly (readonly [code: number, words: string])[];

/** A code that documents are declared with, as annexes and forms ask for it. */
export interface IncomeCode {
  readonly label: string;
  readonly words: CodeWords;
  /** The code where nobody gave another. */
  readonly usual: number;
}

/**
 * How a sale stands for the income tax: columns R and S of annex 1, U and V of annex 2 (manual of F-07 v14, sections III, IV).
 * It is the accountant's judgement and follows from nothing that a document says; what nobody has classed is taxed income of
 * trade, and the control sheet says that this was taken.
 */
export const SALE_CODES = {
  operationType: {
    label: 'Tipo de operación',
    words: [
      [1, 'Gravada'],
      [2, 'No gravada o exenta'],
      [3, 'Excluida'],
      [4, 'Mixta'],
      [12, 'La 12 del manual'],
      [13, 'La 13 del manual'],
    ],
    usual: 1,
  },
  incomeType: {
    label: 'Tipo de ingreso',
    words: [
      [1, 'Profesiones'],
      [2, 'Servicios'],
      [3, 'Comercio'],
      [4, 'Industria'],
      [5, 'Agropecuario'],
      [6, 'Dividendos'],
      [7, 'Exportación de bienes'],
      [8, 'El 8 del manual'],
      [9, 'Exportación de servicios'],
      [10, 'Otras'],
      [12, 'El 12 del manual'],
      [13, 'El 13 del manual'],
    ],
    usual: 3,
  },
} as const satisfies Partial<Record<CodeName, IncomeCode>>;
export type SaleClass = Readonly<Record<keyof typeof SALE_CODES, number>>;

const ELSEWHERE = 8;
const NOT_DEDUCTIBLE = 9;
const OF_NO_TABLE = [
  [ELSEWHERE, 'Informado en más de un anexo'],
  [NOT_DEDUCTIBLE, 'No deducible o entidad pública'],
] as const;

/**
 * How a purchase does: columns I to L of annex 5 (manual of F-07 v14, table of page 16). What nobody has classed is an expense
 * of administration of a trading company with taxed operations.
 */
export const PURCHASE_CODES = {
  operationType: {
    label: 'Tipo de operación',
    words: [[1, 'Gravada'], [2, 'No gravada'], [3, 'Excluida'], [4, 'Mixta'], ...OF_NO_TABLE],
    usual: 1,
  },
  classification: {
    label: 'Clasificación',
    words: [[1, 'Costo'], [2, 'Gasto'], ...OF_NO_TABLE],
    usual: 2,
  },
  sector: {
    label: 'Sector',
    words: [[1, 'Industria'], [2, 'Comercio'], [3, 'Agropecuario'], [4, 'Servicios'], ...OF_NO_TABLE],
    usual: 2,
  },
  costType: {
    label: 'Tipo de costo o gasto',
    words: [
      [1, 'Gasto de venta'],
      [2, 'Administración'],
      [3, 'Gasto financiero'],
      [4, 'Costo importado'],
      [5, 'Costo interno'],
      [6, 'Costos indirectos'],
      [7, 'Mano de obra'],
      ...OF_NO_TABLE,
    ],
    usual: 2,
  },
} as const satisfies Partial<Record<CodeName, IncomeCode>>;
export type PurchaseClass = Readonly<Record<keyof typeof PURCHASE_CODES, number>>;
export const PURCHASE_NAMES = ['operationType', 'classification', 'sector', 'costType'] as const;

/** The codes of a list. */
export function codesIn({ words }: Pick<IncomeCode, 'words'>): readonly number[] {
  return words.map(([code]) => code);
}

/** `1 gravada`; the code alone where the list has none of it. */
export function codeInWords({ words }: Pick<IncomeCode, 'words'>, code: string): string {
  const found = words.find(([one]) => String(one) === code);
  return found === undefined ? code : `${code} ${found[1].toLowerCase()}`;
}

const EXPORTED_GOODS = 7;
const EXPORTED_SERVICES = 9;

/** What is known about where a class comes from. */
export interface ClassedSale {
  /** The document's own codes. */
  readonly own: GivenClass | null;
  /** The document's own codes, or those that its company gives to documents without them. */
  readonly given: GivenClass;
  /** Whether an export is of services alone; null where it is no export. */
  readonly exportsServices: boolean | null;
}

/** The class of a sale. An export is income of exports unless the document itself has another type. */
export function incomeClassOf({ own, given, exportsServices }: ClassedSale): SaleClass {
  const operationType = given.operationType ?? SALE_CODES.operationType.usual;
  if (exportsServices === null)
    return { operationType, incomeType: given.incomeType ?? SALE_CODES.incomeType.usual };
  const exported = exportsServices ? EXPORTED_SERVICES : EXPORTED_GOODS;
  return { operationType, incomeType: own?.incomeType ?? exported };
}

/** The class of a purchase; what was not given is as usual. */
export function purchaseClassOf(given: GivenClass): PurchaseClass {
  return byName(PURCHASE_NAMES, (name) => given[name] ?? PURCHASE_CODES[name].usual);
}

const COST = 1;
const INDUSTRY = 1;
const EXPENSES = [1, 2, 3];
const COSTS = [4, 5];
const COSTS_OF_INDUSTRY = [4, 5, 6, 7];

/** Whether the manual has the combination: 9 is in all four or in none, and no table says what goes with 8. */
export function isPurchaseClass(purchase: PurchaseClass): boolean {
  const { classification, sector, costType } = purchase;
  const codes = Object.values(purchase);
  if (codes.includes(NOT_DEDUCTIBLE)) return codes.every((code) => code === NOT_DEDUCTIBLE);
  if (codes.includes(ELSEWHERE)) return true;
  if (classification !== COST) return EXPENSES.includes(costType);
  return (sector === INDUSTRY ? COSTS_OF_INDUSTRY : COSTS).includes(costType);
}

/** Since when a declaration asks for the codes of sales, and of purchases; before, they are 0. */
const SALES_SINCE: Period = { year: 2025, month: 1 };
const PURCHASES_SINCE: Period = { year: 2024, month: 2 };

export function asksForIncome(period: Period): boolean {
  return monthsBetween(SALES_SINCE, period) >= 0;
}

export function asksForPurchase(period: Period): boolean {
  return monthsBetween(PURCHASES_SINCE, period) >= 0;
}
