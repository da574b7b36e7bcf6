import { type Numeral, numeralIn } from '../core/money/numeral.ts';
import { fieldAt, itemsOf, propertyOf, typesOf } from '../schema/schema-reading.ts';
import type { JsonBody } from './json-body.ts';

/**
 * A body as its route's schema shows it to be meant, whatever language wrote it: numbers are exact, also those sent as
 * text; digits are a small code; an empty text, and the empty list that PHP makes of an empty object, are null where null
 * may stand; fields that nobody knows and that say nothing are left out. Everything else stays for the validator to judge.
 */
export function asMeant({ value, numbers }: Pick<JsonBody, 'value' | 'numbers'>, schema: unknown): unknown {
  return valueAsMeant(value, { schema, path: '', numbers });
}

interface Place {
  readonly schema: unknown;
  /** In the caller's own names, like `lines[3].quantity`. */
  readonly path: string;
  readonly numbers: JsonBody['numbers'];
}

function valueAsMeant(value: unknown, place: Place): unknown {
  const types = typesOf(place.schema);
  if (types.includes('null') && isNothing(value, types)) return null;
  if (Array.isArray(value)) return types.includes('array') ? listAsMeant(value, place) : value;
  if (typeof value === 'object' && value !== null)
    return types.includes('object') ? fieldsAsMeant(value, place) : value;
  if (types.includes('integer')) return codeAsMeant(value);
  return types.includes('number') ? numberAsMeant(value, place) : value;
}

function isNothing(value: unknown, types: readonly string[]): boolean {
  if (value === '') return true;
  return Array.isArray(value) && value.length === 0 && types.includes('object');
}

function listAsMeant(list: readonly unknown[], place: Place): readonly unknown[] {
  const schema = itemsOf(place.schema);
  return list.map((item, index) => valueAsMeant(item, { ...place, schema, path: `${place.path}[${index}]` }));
}

function fieldsAsMeant(fields: object, place: Place): object {
  const meant = Object.entries(fields).flatMap(([name, value]) => {
    const schema = propertyOf(place.schema, name);
    if (schema === null) return value === null || value === '' ? [] : [[name, value]];
    return [[name, valueAsMeant(value, { ...place, schema, path: fieldAt(place.path, name) })]];
  });
  return Object.fromEntries(meant);
}

/** No code has more digits. */
const DIGITS = /^[0-9]{1,9}$/;

function codeAsMeant(value: unknown): unknown {
  return typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
}

function numberAsMeant(value: unknown, { path, numbers }: Place): Numeral | unknown {
  if (typeof value === 'number') return numeralIn(numbers.get(path) ?? String(value));
  return typeof value === 'string' ? numeralIn(value) : value;
}
