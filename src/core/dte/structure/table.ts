/** A value that a field may be bound to. */
export type Value = string | number | null;

/**
 * What may stand under one key of an official document, or in one place of a list. It is written as data, so that one
 * reader checks documents by it (`check.ts`), another fills them (`write.ts`), and a hash tells whether it changed:
 *
 * - words about one value (`words.ts`): `text 1..250`, `whole 1..99 or null`, `number 2 decimals 0.. <1e11`, `date`;
 * - all the values that it may have: `['00', '01']`, `[1, 2, null]`;
 * - a block, which is an object;
 * - a list of entries that look alike.
 */
export type Field = string | readonly Value[] | Block | List;

/** What stands under which key, in the order in which documents are written. */
export type Fields = Readonly<Record<string, Field>>;

/** An object with exactly these keys: every official object demands all of its keys and admits no other. */
export interface Block {
  readonly keys: Fields;
  /** Whether other keys are somebody else's business; only rules ask so. */
  readonly open?: true;
  readonly rules?: readonly Rule[];
  readonly orNull?: true;
}

/** A number of entries, each perhaps unlike all others. */
export interface List {
  readonly each: Field;
  readonly min?: number;
  readonly max?: number;
  readonly unique?: true;
  readonly orNull?: true;
}

/** What the members of a block observe among themselves. */
export type Rule = Condition | Exclusion;

/** Where a member is one of some values, or a number within bounds, members look like this besides; else like that. */
export interface Condition {
  /** The member, or one inside another: `resumen.totalPagar`. */
  readonly when: string;
  readonly is?: readonly Value[];
  readonly from?: number;
  readonly upTo?: number;
  readonly must?: Fields;
  readonly otherwise?: Fields;
}

/** Two members of which at most one is there; the other is null. */
export interface Exclusion {
  readonly notBoth: readonly [string, string];
}

/** A field that may be null, too. */
export function orNull(field: Field): Field {
  if (typeof field === 'string') return `${field} or null`;
  return isChoice(field) ? [...field, null] : { ...field, orNull: true };
}

/** Whether a field is the list of the values that it may have. */
export function isChoice(field: Field): field is readonly Value[] {
  return Array.isArray(field);
}

/**
 * Fields by name, in this order: from what they are elsewhere, and from what they are here. Throws RangeError for a name
 * that is in neither.
 */
export function fields(names: string, elsewhere: Fields, here: Fields = {}): Fields {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const field = here[name] ?? elsewhere[name];
      if (field === undefined) throw new RangeError(`no field of this name: ${name}`);
      return [name, field];
    }),
  );
}
