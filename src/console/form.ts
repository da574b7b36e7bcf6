import { MOST_ITEMS } from '../core/json/read-json.ts';
import { once } from '../core/once.ts';
import { textAsMeant } from '../requests/json-body.ts';

/** What a form posted, or what stands behind the question mark of an address; a name may stand there more than once. */
export interface Fields {
  /** The first value of this name as a request means it, without blanks at its ends; empty where there is none. */
  one(name: string): string;
  /** Each value of this name as it was typed, in the order of the page. */
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Each name with each of its values, in the order of the page. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** The most that the fields of a form may have together, in bytes: one of 2,000 lines with all their fields is smaller. */
export const FORM_LIMIT = 256 * 1024;

/** The most names that a form may have, each as often as it stands there. */
export const MOST_NAMES = 2_000;
/** The same of a form for a document: it has as many lines as the interface takes, with fewer fields than ten each. */
export const MOST_NAMES_OF_DOCUMENT = 10 * MOST_ITEMS;

/** Reads text as a form sends it. */
export function fieldsOf(text: string): Fields {
  return fieldsFrom(new URLSearchParams(text));
}

/** The fields of these names and values. A character of no width that PostgreSQL cannot keep is left out. */
export function fieldsFrom(pairs: Iterable<readonly [name: string, value: string]>): Fields {
  return fieldsThatAre(Array.from(pairs, ([name, value]) => [name, value.replaceAll('\0', '')] as const));
}

/** The fields whose names are wanted. */
export function fieldsNamed({ entries }: Fields, isWanted: (name: string) => boolean): Fields {
  return fieldsThatAre(entries.filter(([name]) => isWanted(name)));
}

function fieldsThatAre(entries: Fields['entries']): Fields {
  const byName = once(() => Map.groupBy(entries, ([name]) => name));
  const all = (name: string) => (byName().get(name) ?? []).map(([, value]) => value);
  return {
    entries,
    all,
    one: (name) => textAsMeant(byName().get(name)?.[0]?.[1] ?? '', name),
    has: (name) => byName().has(name),
  };
}

export const NO_FIELDS: Fields = fieldsFrom([]);

/** Fields as an address has them behind its question mark. */
export function queryText(pairs: Fields['entries']): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

/** The fields that a request posted; none where it posted no form. */
export function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && 'entries' in body && 'one' in body;
}
