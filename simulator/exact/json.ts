import { type Amount, isAmount, readAmount } from './amount.ts';

/** A JSON object; its fields are whatever the sender put there. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Reads JSON with every number as an `Amount`, judged as printed; undefined where the text is not JSON. */
export function readExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? exactly(context?.source) : value,
    );
  } catch {
    return undefined;
  }
}

/** Reads JSON with ordinary numbers; undefined where the text is not JSON. */
export function readPlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isAmount(value);
}

/** The object under a key; an empty one where there is none. */
export function recordIn(record: JsonRecord, key: string): JsonRecord {
  const value = record[key];
  return isRecord(value) ? value : {};
}

/** The objects of the list under a key; none where there is no list. */
export function recordsIn(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textIn(record: JsonRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' ? value : null;
}

/** The amount under a key. Throws TypeError where there is none: the structure has been checked before. */
export function amountIn(record: JsonRecord, key: string): Amount {
  const value = record[key];
  if (!isAmount(value)) throw new TypeError(`${key} is not an amount`);
  return value;
}

/** The texts of the list under a key; none where there is no list. */
export function textsIn(record: JsonRecord, key: string): readonly string[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The small integer under a key, as an ordinary number; null where there is no number. */
export function integerIn(record: JsonRecord, key: string): number | null {
  const value = record[key];
  if (typeof value === 'number') return value;
  return isAmount(value) ? Number(value.numerator) / Number(value.denominator) : null;
}

function exactly(source: string | undefined): Amount {
  const amount = source === undefined ? null : readAmount(source);
  if (amount === null) throw new SyntaxError('a number that cannot be read');
  return amount;
}
