import { isJsonObject, type JsonObject } from '../../json/read-json.ts';
import { formatDecimal } from '../../money/decimal.ts';
import { type Block, type Field, type Fields, isChoice, type List } from './table.ts';
import { type Place, readWords, report, type StructureProblem } from './words.ts';

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

/** Where something is filled in, and what was found that cannot stand there. */
export interface Site {
  readonly at: Place;
  readonly found: StructureProblem[];
}

/** The JSON text of what stands in a document for what is given for one step of a site. */
export type Fill = (given: unknown, step: string | number, site: Site) => string;

/**
 * Fills values by a field of a table: keys in its order, and for what is not given the one value that may stand there,
 * the one that the table names, or null. What is given under a key of another table is left out, because drafts give the
 * values of every generation; a key of no table, which `known` lacks, is a problem, and so is a value that is missing.
 */
export function fillOf(field: Field, known: ReadonlySet<string>): Fill {
  if (typeof field === 'string') {
    const { orNull, fallback } = readWords(field);
    return single(fallback ?? (orNull ? null : undefined));
  }
  if (isChoice(field)) return single(field.includes(null) ? null : field.length === 1 ? field[0] : undefined);
  return 'each' in field ? listOf(field, known) : blockOf(field, known);
}

function single(fallback: DteValue | undefined): Fill {
  return (given, step, { at, found }) => {
    const value = given === undefined ? fallback : given;
    if (isSingle(value)) return serializeDte(value);
    const message = value === undefined ? 'is missing' : 'must be a single value';
    report(found, { parent: at, step }, message);
    return 'null';
  };
}

function isSingle(value: unknown): value is string | number | bigint | boolean | null {
  const type = typeof value;
  return value === null || type === 'string' || type === 'bigint' || type === 'number' || type === 'boolean';
}

function blockOf({ keys, orNull }: Block, known: ReadonlySet<string>): Fill {
  const fill = fillKeys(keys, known);
  return (given, step, { at, found }) =>
    given === null || (given === undefined && orNull === true)
      ? 'null'
      : fill(isJsonObject(given) ? given : {}, { at: { parent: at, step }, found });
}

/** Writes the keys of a block that is there. */
export function fillKeys(
  keys: Fields,
  known: ReadonlySet<string>,
): (values: JsonObject, site: Site) => string {
  const fills = Object.entries(keys).map(([key, field], index) => ({
    key,
    start: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
    fill: fillOf(field, known),
  }));
  return (values, site) => {
    let text = '';
    for (const { key, start, fill } of fills) text += start + fill(values[key], key, site);
    for (const step of Object.keys(values)) {
      if (!known.has(step)) report(site.found, { parent: site.at, step }, 'is not a key of this object');
    }
    return `${text}}`;
  };
}

function listOf({ each, orNull }: List, known: ReadonlySet<string>): Fill {
  const fill = fillOf(each, known);
  return (given, step, { at, found }) => {
    if (Array.isArray(given)) {
      const site = { at: { parent: at, step }, found };
      return `[${given.map((entry: unknown, index) => fill(entry, index, site)).join(',')}]`;
    }
    if (given !== null && (given !== undefined || orNull !== true))
      report(found, { parent: at, step }, 'must be a list');
    return 'null';
  };
}

/** The keys of a field and of everything in it. */
export function keysIn(field: Field): readonly string[] {
  if (typeof field === 'string' || isChoice(field)) return [];
  if ('each' in field) return keysIn(field.each);
  return [...Object.keys(field.keys), ...Object.values(field.keys).flatMap(keysIn)];
}
