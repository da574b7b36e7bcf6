import { nearestName } from '../refusals/nearest-name.ts';
import type { Problem } from '../refusals/problem.ts';

/**
 * One object of the company file while it is read. The readers below return null for what is absent as well as for
 * what is wrong, and put a problem into the list in the second case, so that one pass finds every mistake.
 */
export interface ObjectSite {
  /** The members that are there; a JSON null counts as absent. */
  readonly members: ReadonlyMap<string, unknown>;
  /** Where the object stands in the file; empty for the file itself. */
  readonly path: string;
  readonly problems: Problem[];
}

/** How a text is read: its stored form or null, and the reason in Spanish for the null. */
export interface TextRule<T extends string> {
  readonly parse: (text: string) => T | null;
  readonly whyNot: (text: string) => string | null;
}

export interface Place {
  readonly path: string;
  readonly problems: Problem[];
}

/** The value as an object with no other fields than the known ones; null and a problem for what is no object. */
export function openObject(value: unknown, known: readonly string[], place: Place): ObjectSite | null {
  if (!isObject(value)) {
    place.problems.push({ path: place.path, message: 'debe ser un objeto.' });
    return null;
  }
  const members = new Map(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
  const site = { ...place, members };
  for (const field of Object.keys(value)) {
    if (!known.includes(field)) report(site, field, unknownField(field, known));
  }
  return site;
}

/** Notes that a field of the object is wrong. */
export function report(site: ObjectSite, field: string, message: string): void {
  site.problems.push({ path: pathOf(site, field), message });
}

export function pathOf(site: ObjectSite, field: string): string {
  return site.path === '' ? field : `${site.path}.${field}`;
}

/** Notes each of the fields that is not there. */
export function requireFields(site: ObjectSite, fields: readonly string[]): void {
  for (const field of fields) {
    if (!site.members.has(field)) report(site, field, 'falta este campo.');
  }
}

/** A text by its rule, after outer blanks are removed. */
export function textAt<T extends string>(site: ObjectSite, field: string, rule: TextRule<T>): T | null {
  const value = site.members.get(field);
  if (value === undefined) return null;
  if (typeof value !== 'string') {
    report(site, field, 'debe ser un texto entre comillas.');
    return null;
  }
  const parsed = rule.parse(value.trim());
  if (parsed === null) report(site, field, rule.whyNot(value.trim()) ?? 'no es válido.');
  return parsed;
}

/** One of the listed texts or integers. */
export function choiceAt<const T extends string | number>(
  site: ObjectSite,
  field: string,
  choices: readonly T[],
): T | null {
  const value = site.members.get(field);
  if (value === undefined) return null;
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  const list = choices.map((choice) => JSON.stringify(choice)).join(', ');
  report(site, field, choices.length === 1 ? `debe ser ${list}.` : `debe ser uno de estos valores: ${list}.`);
  return null;
}

export function integerAt(
  site: ObjectSite,
  field: string,
  limits: { readonly min: number; readonly max: number },
): number | null {
  const value = site.members.get(field);
  if (value === undefined) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= limits.min && value <= limits.max) {
    return value;
  }
  report(site, field, `debe ser un número entero entre ${limits.min} y ${limits.max}.`);
  return null;
}

export function flagAt(site: ObjectSite, field: string): boolean | null {
  const value = site.members.get(field);
  if (value === undefined || typeof value === 'boolean') return value ?? null;
  report(site, field, 'debe ser true o false.');
  return null;
}

export function objectAt(site: ObjectSite, field: string, known: readonly string[]): ObjectSite | null {
  const value = site.members.get(field);
  if (value === undefined) return null;
  return openObject(value, known, { path: pathOf(site, field), problems: site.problems });
}

/** A list with at least one item. */
export function listAt(site: ObjectSite, field: string): readonly unknown[] | null {
  const value = site.members.get(field);
  if (value === undefined) return null;
  if (isList(value) && value.length > 0) return value;
  report(site, field, 'debe ser una lista con al menos un elemento.');
  return null;
}

type Completed<T> = { readonly [K in keyof T]: NonNullable<T[K]> };

/** Whether every part could be read. */
export function isComplete<T extends object>(parts: T): parts is T & Completed<T> {
  return Object.values(parts).every((part) => part !== null && part !== undefined);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function unknownField(field: string, known: readonly string[]): string {
  const nearest = nearestName(field, known);
  if (nearest !== null) return `no se conoce este campo; ¿quiso decir ${nearest}?`;
  return `no se conoce este campo; los que hay son: ${known.join(', ')}.`;
}
