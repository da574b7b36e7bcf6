import { referenceAsRead } from '../core/identifiers/external-ref.ts';
import { trimmed } from '../core/identifiers/text.ts';
import {
  decodeUtf8,
  type Found,
  type JsonMistake,
  type JsonScan,
  MOST_ITEMS,
  MOST_NAMES,
  scanJson,
} from '../core/json/read-json.ts';
import { type Numeral, numeralIn } from '../core/money/decimal.ts';
import {
  type Fault,
  type FieldProblem,
  type Refusal,
  refuse,
  refuseProblems,
} from '../core/refusals/refusal.ts';
import { fieldAt, itemsOf, propertyOf, typesOf } from '../schema/schema-reading.ts';

/** A body that is fit to be validated. */
export interface JsonBody {
  readonly kind: 'json';
  readonly value: unknown;
  /** Texts of the numbers of which `value` may keep less than they say. */
  readonly numbers: JsonScan['numbers'];
}

export type BodyReading = JsonBody | Refusal;

/** How many entries a list of the body may have, by its path; null where it is not known. */
export type MostItems = (path: string) => number | null;

/**
 * Reads a request body: fatal UTF-8, bounded depth and width, valid JSON in which every name stands once, and no
 * text that cannot be stored and signed as sent. Line ends of other systems are line feeds.
 */
export function readJsonBody(bytes: Uint8Array, mostItems: MostItems = () => null): BodyReading {
  const text = decodeUtf8(bytes);
  if (text === null) return refuse('invalid_encoding');
  const { mistake, found, numbers } = scanJson(text);
  if (mistake !== null) return refusalOf(mistake);
  const [first] = found;
  if (first !== undefined) return refuseProblems([{ path: first.path, ...faultOf(first, mostItems) }]);
  const value = parse(text);
  const bad = firstBadText(value, '');
  return bad === null ? { kind: 'json', value, numbers } : refuseProblems([bad]);
}

function refusalOf({ fault, at }: JsonMistake): Refusal {
  if (fault === 'too_deep') return refuse('body_too_deep');
  const isCutOff = fault === 'ends_early' || fault === 'open_text';
  const reason = isCutOff ? 'termina antes de tiempo.' : `error en la posición ${at}.`;
  return refuse('malformed_json', { reason });
}

function faultOf({ finding, path }: Found, mostItems: MostItems): Fault {
  switch (finding) {
    case 'duplicate_name':
      return { code: 'repeated_field', message: 'Aparece más de una vez.' };
    case 'long_list':
      return {
        code: 'too_many_items',
        message: `Admite como máximo ${mostItems(path) ?? MOST_ITEMS} elementos.`,
      };
    case 'crowded_object':
      return { code: 'too_many_items', message: `Admite como máximo ${MOST_NAMES} campos.` };
  }
}

/** Matches a text that may hold a carriage return, which JSON can only write escaped. */
const CARRIAGE_RETURN = /\\(?:r|u000d)/i;

function parse(text: string): unknown {
  return CARRIAGE_RETURN.test(text) ? JSON.parse(text, withLineFeeds) : JSON.parse(text);
}

/** Values of texts end their lines as ours do, before anything counts their characters. */
function withLineFeeds(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;
}

/** C0 and C1 controls, of which only tab and line feed have a meaning in a document's text; and halves of a character. */
const BAD = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** The first text that cannot be kept, names of fields included, blanks at its ends aside; null where every text is fine. */
export function firstBadText(value: unknown, path: string): FieldProblem | null {
  if (typeof value === 'string') return badText(trimmed(value), path);
  if (Array.isArray(value)) return firstOf(value.entries(), (key) => `${path}[${key}]`);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  if (entries.some(([key]) => BAD.test(key)))
    return {
      path,
      code: 'bad_character',
      message: 'El nombre de un campo contiene un carácter de control o medio carácter Unicode.',
    };
  return firstOf(entries, (key) => (path === '' ? key : `${path}.${key}`));
}

function firstOf<K>(
  entries: Iterable<readonly [K, unknown]>,
  pathOf: (key: K) => string,
): FieldProblem | null {
  for (const [key, value] of entries) {
    const bad = firstBadText(value, pathOf(key));
    if (bad !== null) return bad;
  }
  return null;
}

/** Places are counted from 1, in characters as the limits count them. */
function badText(text: string, path: string): FieldProblem | null {
  const at = text.search(BAD);
  if (at < 0) return null;
  const unit = text.charCodeAt(at);
  const place = [...text.slice(0, at)].length + 1;
  const name = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
  const message =
    unit < FIRST_SURROGATE
      ? `Contiene el carácter de control ${name} en la posición ${place}.`
      : `Contiene medio carácter Unicode (${name}) en la posición ${place}.`;
  return { path, code: 'bad_character', message };
}

const FIRST_SURROGATE = 0xd800;

/** The fields of any body, and the parameters of any address, that name a document by its reference. */
const REFERENCES: readonly string[] = [
  'external_ref',
  'external_refs',
  'document_id',
  'replacement_document_id',
  'id_or_ref',
  'id',
  'ref',
];

/**
 * A text of a request, be it in the body or the address: without blanks at its ends. A reference stays as it was sent, where
 * a document may have it so, because it is looked for so first.
 */
export function textAsMeant(text: string, name: string): string {
  return REFERENCES.includes(name) ? referenceAsRead(text) : trimmed(text);
}

/**
 * A body as its route's schema shows it to be meant, whatever language wrote it: texts have no blanks at their ends; numbers
 * are exact, also those sent as text; digits are a small code; an empty text, and the empty list that PHP makes of an empty
 * object, are null where null may stand; fields that nobody knows and that say nothing are left out. Everything else stays
 * for the validator to judge.
 */
export function asMeant({ value, numbers }: Pick<JsonBody, 'value' | 'numbers'>, schema: unknown): unknown {
  return valueAsMeant(value, { schema, name: '', path: '', numbers });
}

interface Place {
  readonly schema: unknown;
  /** The name of the field, or of that whose list it is in. */
  readonly name: string;
  /** In the caller's own names, like `lines[3].quantity`. */
  readonly path: string;
  readonly numbers: JsonBody['numbers'];
}

function valueAsMeant(sent: unknown, place: Place): unknown {
  const value = typeof sent === 'string' ? textAsMeant(sent, place.name) : sent;
  const types = typesOf(place.schema);
  if (types.includes('null') && isNothing(value, types)) return null;
  if (Array.isArray(value)) return types.includes('array') ? listAsMeant(value, place) : value;
  if (typeof value === 'object' && value !== null)
    return types.includes('object') ? fieldsAsMeant(value, place) : value;
  if (types.includes('integer'))
    return typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
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
    if (schema === null) return saysNothing(value) ? [] : [[name, value]];
    return [[name, valueAsMeant(value, { ...place, schema, name, path: fieldAt(place.path, name) })]];
  });
  return Object.fromEntries(meant);
}

/** The fields of a body as far as their names tell what is meant: their texts without blanks at the ends. */
export function fieldsByName(body: unknown): Readonly<Record<string, unknown>> {
  const named = Object.entries(Object(body)).map(([name, value]) => [
    name,
    typeof value === 'string' ? textAsMeant(value, name) : value,
  ]);
  return Object.fromEntries(named);
}

function saysNothing(value: unknown): boolean {
  return value === null || (typeof value === 'string' && trimmed(value) === '');
}

/** No code has more digits. */
const DIGITS = /^[0-9]{1,9}$/;

function numberAsMeant(value: unknown, { path, numbers }: Place): Numeral | unknown {
  if (typeof value === 'number') return numeralIn(numbers.get(path) ?? String(value));
  return typeof value === 'string' ? numeralIn(value) : value;
}
