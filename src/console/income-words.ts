/** A code of the income tax, as the manual of F-07 v14 lists it, and how people call it. */
export type CodeWords = readonly (readonly [code: number, words: string])[];

/** Columns R of annex 1 and U of annex 2. */
export const SALE_OPERATIONS: CodeWords = [
  [1, 'Gravada'],
  [2, 'No gravada o exenta'],
  [3, 'Excluida'],
  [4, 'Mixta'],
  [12, 'La 12 del manual'],
  [13, 'La 13 del manual'],
];

/** Columns S of annex 1 and V of annex 2. */
export const SALE_INCOMES: CodeWords = [
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
];

const ELSEWHERE = [8, 'Informado en más de un anexo'] as const;
const NOT_DEDUCTIBLE = [9, 'No deducible o entidad pública'] as const;

/** Column I of annex 5, and the three after it. */
export const PURCHASE_OPERATIONS_IN_WORDS: CodeWords = [
  [1, 'Gravada'],
  [2, 'No gravada'],
  [3, 'Excluida'],
  [4, 'Mixta'],
  ELSEWHERE,
  NOT_DEDUCTIBLE,
];
export const CLASSIFICATIONS_IN_WORDS: CodeWords = [[1, 'Costo'], [2, 'Gasto'], ELSEWHERE, NOT_DEDUCTIBLE];
export const SECTORS_IN_WORDS: CodeWords = [
  [1, 'Industria'],
  [2, 'Comercio'],
  [3, 'Agropecuario'],
  [4, 'Servicios'],
  ELSEWHERE,
  NOT_DEDUCTIBLE,
];
export const COST_TYPES_IN_WORDS: CodeWords = [
  [1, 'Gasto de venta'],
  [2, 'Gasto de administración'],
  [3, 'Gasto financiero'],
  [4, 'Costo importado'],
  [5, 'Costo interno'],
  [6, 'Costos indirectos'],
  [7, 'Mano de obra'],
  ELSEWHERE,
  NOT_DEDUCTIBLE,
];

/** The codes as a form offers them. */
export function optionsOf(codes: CodeWords): readonly (readonly [value: string, label: string])[] {
  return codes.map(([code, words]) => [String(code), `${code} ${words.toLowerCase()}`]);
}
