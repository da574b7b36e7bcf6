import { isJsonObject, type JsonObject } from '../json/read-json.ts';
import { decimal, ONE } from '../money/decimal.ts';

/** The members of an official document that we wrote ourselves; its numbers are `Decimal`, exact to the last digit. */
export function readDte(text: string): JsonObject {
  return membersOf(JSON.parse(text, exactNumber), 'the document');
}

function exactNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? decimal(context?.source ?? '') : value;
}

function membersOf(value: unknown, name: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new TypeError(`${name} is no object`);
}

/** The object under a key. These all throw TypeError where the document is another than we write. */
export function objectIn(members: JsonObject, key: string): JsonObject {
  return membersOf(members[key], key);
}

/** The objects of the list under a key; none for null. */
export function objectsIn(members: JsonObject, key: string): readonly JsonObject[] {
  const list: unknown = members[key] ?? [];
  if (!Array.isArray(list)) throw new TypeError(`${key} is no list`);
  return list.map((each: unknown) => membersOf(each, key));
}

/** The text under a key; null for null or no such key. */
export function textOrNullIn(members: JsonObject, key: string): string | null {
  const text = members[key] ?? null;
  if (text === null || typeof text === 'string') return text;
  throw new TypeError(`${key} is no text`);
}

export function textIn(members: JsonObject, key: string): string {
  const text = textOrNullIn(members, key);
  if (text === null) throw new TypeError(`${key} is missing`);
  return text;
}

/** The identifier that a member is, by the identifier's own `parseX`. */
export function identifierIn<Id>(members: JsonObject, key: string, parse: (text: string) => Id | null): Id {
  const id = parse(textIn(members, key));
  if (id === null) throw new TypeError(`${key} is no identifier of its kind`);
  return id;
}

export function amountIn(members: JsonObject, key: string): bigint {
  const amount = members[key];
  if (typeof amount === 'bigint') return amount;
  throw new TypeError(`${key} is no number`);
}

export function integerIn(members: JsonObject, key: string): number {
  return Number(amountIn(members, key) / ONE);
}
