import { type CodeWords, SALE_INCOMES, SALE_OPERATIONS } from '../core/declaring/class-words.ts';
import type { GivenClass } from '../core/declaring/given-class.ts';
import { USUAL_CLASS } from '../core/declaring/income-class.ts';
import { USUAL_PURCHASE } from '../core/declaring/purchase-class.ts';

const ELSEWHERE = [8, 'Informado en más de un anexo'] as const;
const NOT_DEDUCTIBLE = [9, 'No deducible o entidad pública'] as const;

/** Column I of annex 5, and the three after it. */
const PURCHASE_OPERATIONS_IN_WORDS: CodeWords = [
  [1, 'Gravada'],
  [2, 'No gravada'],
  [3, 'Excluida'],
  [4, 'Mixta'],
  ELSEWHERE,
  NOT_DEDUCTIBLE,
];
const CLASSIFICATIONS_IN_WORDS: CodeWords = [[1, 'Costo'], [2, 'Gasto'], ELSEWHERE, NOT_DEDUCTIBLE];
const SECTORS_IN_WORDS: CodeWords = [
  [1, 'Industria'],
  [2, 'Comercio'],
  [3, 'Agropecuario'],
  [4, 'Servicios'],
  ELSEWHERE,
  NOT_DEDUCTIBLE,
];
const COST_TYPES_IN_WORDS: CodeWords = [
  [1, 'Gasto de venta'],
  [2, 'Administración'],
  [3, 'Gasto financiero'],
  [4, 'Costo importado'],
  [5, 'Costo interno'],
  [6, 'Costos indirectos'],
  [7, 'Mano de obra'],
  ELSEWHERE,
  NOT_DEDUCTIBLE,
];

/** A code that documents are declared with, as forms ask for it. */
export interface CodeField {
  /** As the interface and the company's file call it. */
  readonly field: string;
  readonly code: keyof GivenClass;
  readonly label: string;
  readonly words: CodeWords;
  /** The code where nobody gave another. */
  readonly usual: number;
}

/** The codes of sales and their notes, and those of purchases. */
export const CODE_FIELDS: Readonly<Record<'sale' | 'purchase', readonly CodeField[]>> = {
  sale: [
    {
      field: 'operation_type',
      code: 'operationType',
      label: 'Tipo de operación',
      words: SALE_OPERATIONS,
      usual: USUAL_CLASS.operation,
    },
    {
      field: 'income_type',
      code: 'incomeType',
      label: 'Tipo de ingreso',
      words: SALE_INCOMES,
      usual: USUAL_CLASS.income,
    },
  ],
  purchase: [
    {
      field: 'operation_type',
      code: 'operationType',
      label: 'Tipo de operación',
      words: PURCHASE_OPERATIONS_IN_WORDS,
      usual: USUAL_PURCHASE.operation,
    },
    {
      field: 'classification',
      code: 'classification',
      label: 'Clasificación',
      words: CLASSIFICATIONS_IN_WORDS,
      usual: USUAL_PURCHASE.classification,
    },
    {
      field: 'sector',
      code: 'sector',
      label: 'Sector',
      words: SECTORS_IN_WORDS,
      usual: USUAL_PURCHASE.sector,
    },
    {
      field: 'cost_type',
      code: 'costType',
      label: 'Tipo de costo o gasto',
      words: COST_TYPES_IN_WORDS,
      usual: USUAL_PURCHASE.kind,
    },
  ],
};

/** Why an invoice that is exempt of VAT has the usual code of taxed sales. */
export const OPERATION_IS_OF_INCOME =
  'La operación 1 (gravada) dice que el ingreso paga renta: no es la clasificación del IVA, y por eso una venta exenta de IVA también va con ella mientras nadie le dé otra.';

type Option = readonly [value: string, label: string];

/** The codes as a form offers them. */
export function optionsOf(codes: CodeWords): readonly Option[] {
  return codes.map((one) => [String(one[0]), labelOf(one)]);
}

/** What a form offers for no choice: the usual code. */
export function usualOption({ words, usual }: Pick<CodeField, 'words' | 'usual'>): Option {
  const found = words.find(([code]) => code === usual);
  return ['', `${found === undefined ? usual : labelOf(found)} (usual)`];
}

function labelOf([code, words]: CodeWords[number]): string {
  return `${code} ${words.toLowerCase()}`;
}
