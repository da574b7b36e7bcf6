import { FACTURA } from '../../../core/dte/types/factura.ts';
import type { BegunForm, FormFields } from '../../../operations/forms/ports.ts';
import { amountTyped } from '../../amount-typed.ts';
import { codeIn, hasCatalog } from '../../catalogs.ts';

// The fields of a form have the names that a problem of the interface gives as its path: customer.nrc, lines[0].quantity.

/** A field of the body itself, of an object of it, or of an entry of one of its lists. */
const NAME = /^([a-z_]{1,40})(?:\[([0-9]{1,4})\])?(?:\.([a-z_]{1,40}))?$/;

const AMOUNTS = new Set(['quantity', 'unit_price', 'discount_percentage', 'amount', 'freight', 'insurance']);
/** A box that was ticked. */
export const TICKED = 'sí';

/** A field taken apart. */
interface Place {
  readonly head: string;
  readonly index: number | null;
  readonly leaf: string | null;
}

export function placeOf(name: string): Place | null {
  const [, head, index, leaf] = NAME.exec(name) ?? [];
  if (head === undefined) return null;
  return { head, index: index === undefined ? null : Number(index), leaf: leaf ?? null };
}

/** The name of a field of a line. */
export function lineField(index: number, leaf: string): string {
  return `lines[${index}].${leaf}`;
}

/** By these a line counts as filled in; what else stands in it has values that nobody typed. */
const TELLING = ['description', 'unit_price', 'code'];

/** How many lines the form has, with those that nobody has filled in. */
export function lineCount(fields: FormFields): number {
  const places = Object.keys(fields).map(placeOf);
  const indexes = places.flatMap((place) => (place?.head === 'lines' ? [place.index ?? 0] : []));
  return indexes.length === 0 ? 0 : Math.max(...indexes) + 1;
}

export function isBlankLine(fields: FormFields, index: number): boolean {
  return TELLING.every((leaf) => (fields[lineField(index, leaf)] ?? '').trim() === '');
}

/** The form with only these of its lines, numbered anew in this order. */
export function withLines(fields: FormFields, kept: readonly number[]): FormFields {
  const others = Object.entries(fields).filter(([name]) => placeOf(name)?.head !== 'lines');
  const lines = Object.entries(fields).flatMap(([name, value]): (readonly [string, string])[] => {
    const place = placeOf(name);
    if (place?.head !== 'lines' || place.index === null || place.leaf === null) return [];
    const index = kept.indexOf(place.index);
    return index < 0 ? [] : [[lineField(index, place.leaf), value]];
  });
  return Object.fromEntries([...others, ...lines]);
}

/** The form without the lines that nobody has filled in. */
export function compacted(fields: FormFields): FormFields {
  return withLines(fields, linesOf(fields).told);
}

/** The form with these behind the others, where they wait for what is typed next. */
export function withBlanksLast(fields: FormFields): FormFields {
  const { told, blank } = linesOf(fields);
  return withLines(fields, [...told, ...blank]);
}

function linesOf(fields: FormFields) {
  const all = Array.from({ length: lineCount(fields) }, (_, index) => index);
  const isBlank = (index: number) => isBlankLine(fields, index);
  return { told: all.filter((index) => !isBlank(index)), blank: all.filter(isBlank) };
}

/** The body that the interface would be sent; what was left blank is not in it. */
export function bodyOf(
  { tipoDte, externalRef }: Pick<BegunForm, 'tipoDte' | 'externalRef'>,
  fields: FormFields,
): Readonly<Record<string, unknown>> {
  const said = Object.entries(fields).flatMap(([name, value]) => {
    const place = placeOf(name);
    const text = value.trim();
    return place === null || text === '' ? [] : [{ ...place, value: meant(place.leaf ?? place.head, text) }];
  });
  const heads = [...Map.groupBy(said, ({ head }) => head)];
  const body = Object.fromEntries(heads.map(([head, entries]) => [head, valueIn(entries)]));
  const whole = { lines: [], ...body, doc_type: tipoDte, external_ref: externalRef };
  return tipoDte === FACTURA.code ? withBareName(whole) : whole;
}

type Said = Place & { readonly value: unknown };

function valueIn(entries: readonly Said[]): unknown {
  const [first] = entries;
  if (first?.index !== null && first?.index !== undefined) {
    const items = [...Map.groupBy(entries, ({ index }) => index ?? 0)].toSorted(([a], [b]) => a - b);
    return items.map(([, members]) => objectOf(members));
  }
  return first?.leaf == null ? first?.value : objectOf(entries);
}

function objectOf(entries: readonly Said[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.map(({ leaf, value }) => [leaf ?? '', value]));
}

/** A customer of whom nothing but the name is told is a bare name. */
function withBareName(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { customer, ...rest } = body;
  const members = Object.entries(Object(customer));
  if (customer === undefined) return body;
  const [only] = members;
  return members.length === 1 && only?.[0] === 'name' ? { ...rest, customer_name: only[1] } : body;
}

/** A path of the interface's as the form names the field. */
export function fieldAtPath(path: string): string {
  if (path === 'customer_name') return 'customer.name';
  return path.replace(/^(customer|subject)\.nit$/, '$1.document_number');
}

function meant(leaf: string, text: string): unknown {
  if (leaf === 'is_service') return text === TICKED;
  if (hasCatalog(leaf)) return codeIn(text);
  return AMOUNTS.has(leaf) ? amountTyped(text) : text.replace(/\r\n?/g, '\n');
}
