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

/** `1 gravada`; the code alone where the list has none of it. */
export function codeInWords(words: CodeWords, code: string): string {
  const found = words.find(([one]) => String(one) === code);
  return found === undefined ? code : `${code} ${found[1].toLowerCase()}`;
}
