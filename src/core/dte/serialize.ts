import { formatDecimal } from '../money/decimal.ts';

/**
 * A value of the official JSON. Amounts are `Decimal` bigints and print as plain decimals, never with an exponent;
 * JavaScript numbers are the schema's integers (versions, correlatives, catalog codes).
 */
export type DteValue = string | number | bigint | boolean | null | readonly DteValue[] | DteObject;
export interface DteObject {
  readonly [key: string]: DteValue;
}

/** Compact JSON text of a document, keys in the order given. Throws RangeError on a number that is no safe integer. */
export function serializeDte(value: DteValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return formatDecimal(value);
  if (typeof value === 'number') return integerText(value);
  return isList(value) ? serializeList(value) : serializeObject(value);
}

// Texts are added up instead of gathered in lists: a document of 2,000 lines has 40,000 members.

function serializeList(list: readonly DteValue[]): string {
  let text = '[';
  for (const member of list) text += text === '[' ? serializeDte(member) : `,${serializeDte(member)}`;
  return `${text}]`;
}

function serializeObject(object: DteObject): string {
  let text = '{';
  for (const key of Object.keys(object)) {
    if (text !== '{') text += ',';
    text += quoted(key) + serializeDte(object[key] ?? null);
  }
  return `${text}}`;
}

/** The official documents have some 200 keys in all. */
const quotedKeys = new Map<string, string>();

function quoted(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(key)}:`;
  quotedKeys.set(key, text);
  return text;
}

function integerText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer of the document: ${value}`);
  return String(value);
}

function isList(value: readonly DteValue[] | DteObject): value is readonly DteValue[] {
  return Array.isArray(value);
}
