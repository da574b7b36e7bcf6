import type { TipoDte } from '../../../core/dte/kinds.ts';
import { FACTURA } from '../../../core/dte/types/factura.ts';
import { MOST_ITEMS } from '../../../core/json/read-json.ts';
import type { BegunForm, FormFields } from '../../../operations/forms/ports.ts';
import { bodySchemaOf } from '../../../requests/any-body.ts';
import { fieldsOf, itemsOf, mostItemsOf, propertyOf } from '../../../schema/schema-reading.ts';
import { amountTyped } from '../../amount-typed.ts';
import { codeIn, entryNamed, hasCatalog, labelOf } from '../../catalogs.ts';

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

/** Whether the interface takes a field at this place in a body of this schema. */
function isTaken(schema: unknown, { head, index, leaf }: Place): boolean {
  const whole = propertyOf(schema, head);
  const items = itemsOf(whole);
  if ((items === undefined) !== (index === null)) return false;
  if (index !== null && index >= (mostItemsOf(schema, head) ?? MOST_ITEMS)) return false;
  const owner = items ?? whole;
  return leaf === null ? whole !== null && fieldsOf(owner).length === 0 : propertyOf(owner, leaf) !== null;
}

/** The fields without those that no document of this type has. */
export function fieldsOfDocument(
  tipoDte: TipoDte,
  entries: Iterable<readonly [name: string, value: string]>,
): FormFields {
  const schema = bodySchemaOf({ doc_type: tipoDte });
  const taken = [...entries].filter(([name]) => {
    const place = placeOf(name);
    return place !== null && isTaken(schema, place);
  });
  return Object.fromEntries(taken);
}

/** What somebody has typed in a field, without blanks around it. */
export function textIn(fields: FormFields, name: string): string {
  return (fields[name] ?? '').trim();
}

/** The form without the fields at these places. */
export function without(fields: FormFields, isOut: (place: Place) => boolean): FormFields {
  const kept = Object.entries(fields).filter(([name]) => {
    const place = placeOf(name);
    return place === null || !isOut(place);
  });
  return Object.fromEntries(kept);
}

/** The catalog behind the field of this name, which its last part says; null where none is. */
export function catalogOf(name: string): string | null {
  const place = placeOf(name);
  const leaf = place?.leaf ?? place?.head ?? '';
  return hasCatalog(leaf) ? leaf : null;
}

/** The form with each text of a catalog that has one meaning as the code and words of that. */
export function withCatalogs(fields: FormFields): FormFields {
  const entries = Object.entries(fields).map(([name, value]): readonly [string, string] => {
    const catalog = catalogOf(name);
    const entry = catalog === null || value.trim() === '' ? null : entryNamed(catalog, value);
    return [name, entry === null ? value : labelOf(entry)];
  });
  return Object.fromEntries(entries);
}

/** The name of a field of a line. */
export function lineField(index: number, leaf: string): string {
  return `lines[${index}].${leaf}`;
}

/** By these a line counts as filled in; what else stands in it has values that nobody typed. */
const TELLING = ['description', 'unit_price', 'code'];

/** The lines that the form has, with those that nobody has filled in. */
export function linesIn(fields: FormFields): readonly number[] {
  const places = Object.keys(fields).map(placeOf);
  const counts = places.flatMap((place) => (place?.head === 'lines' ? [(place.index ?? 0) + 1] : []));
  return Array.from({ length: Math.max(0, ...counts) }, (_, index) => index);
}

export function isBlankLine(fields: FormFields, index: number): boolean {
  return TELLING.every((leaf) => textIn(fields, lineField(index, leaf)) === '');
}

/** The form with only these of its lines, numbered anew in this order. */
export function withLines(fields: FormFields, kept: readonly number[]): FormFields {
  const anew = new Map(kept.map((before, now) => [before, now]));
  const lines = Object.entries(fields).flatMap(([name, value]): (readonly [string, string])[] => {
    const place = placeOf(name);
    if (place?.head !== 'lines' || place.index === null || place.leaf === null) return [];
    const index = anew.get(place.index);
    return index === undefined ? [] : [[lineField(index, place.leaf), value]];
  });
  return { ...without(fields, ({ head }) => head === 'lines'), ...Object.fromEntries(lines) };
}

/** The form without the lines that nobody has filled in. */
export function compacted(fields: FormFields): FormFields {
  const lines = linesIn(fields);
  const told = lines.filter((index) => !isBlankLine(fields, index));
  return told.length === lines.length ? fields : withLines(fields, told);
}

/** The form with these behind the others, where they wait for what is typed next. */
export function withBlanksLast(fields: FormFields): FormFields {
  const [told = [], blank = []] = [false, true].map((isBlank) =>
    linesIn(fields).filter((index) => isBlankLine(fields, index) === isBlank),
  );
  return blank.length === 0 ? fields : withLines(fields, [...told, ...blank]);
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

/** The field in which one begins to put right what is wrong there. */
export function firstFieldOf(path: string): string {
  return path === 'lines' ? lineField(0, 'description') : path;
}

function meant(leaf: string, text: string): unknown {
  if (leaf === 'is_service') return text === TICKED;
  if (hasCatalog(leaf)) return codeIn(text);
  return AMOUNTS.has(leaf) ? amountTyped(text) : text.replace(/\r\n?/g, '\n');
}
