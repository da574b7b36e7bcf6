import { type CodeName, CODE_FIELDS as FIELDS } from '../core/declaring/given-class.ts';
import {
  type CodeWords,
  type IncomeCode,
  PURCHASE_CODES,
  SALE_CODES,
} from '../core/declaring/income-codes.ts';

/** A code that documents are declared with, as forms ask for it. */
export interface CodeField extends IncomeCode {
  readonly code: CodeName;
  /** As the interface and the company's file call it. */
  readonly field: string;
}

/** The codes of sales and their notes, and those of purchases. */
export const CODE_FIELDS: Readonly<Record<'sale' | 'purchase', readonly CodeField[]>> = {
  sale: fieldsOf(SALE_CODES),
  purchase: fieldsOf(PURCHASE_CODES),
};

function fieldsOf(codes: Partial<Readonly<Record<CodeName, IncomeCode>>>): readonly CodeField[] {
  return Object.entries(codes).flatMap(([code, is]) =>
    isCodeName(code) ? [{ code, field: FIELDS[code], ...is }] : [],
  );
}

function isCodeName(name: string): name is CodeName {
  return Object.hasOwn(FIELDS, name);
}

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
