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
  if (isList(value)) return `[${value.map(serializeDte).join(',')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${serializeDte(member)}`,
  );
  return `{${members.join(',')}}`;
}

function integerText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer of the document: ${value}`);
  return String(value);
}

function isList(value: readonly DteValue[] | DteObject): value is readonly DteValue[] {
  return Array.isArray(value);
}
