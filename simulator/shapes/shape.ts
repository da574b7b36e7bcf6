import type { Format } from './formats.ts';

/** A text: length in code points, an optional form, an optional list of the only values. */
export interface TextShape {
  readonly kind: 'text';
  readonly nullable: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  readonly format: Format | null;
  readonly values: readonly string[] | null;
}

/** Bounds of a number; `above` and `below` exclude the bound itself. */
export interface NumberLimits {
  readonly min?: bigint;
  readonly max?: bigint;
  readonly above?: bigint;
  readonly below?: bigint;
  /** The most decimals that the value may have. */
  readonly decimals?: number;
  readonly values?: readonly bigint[];
}

export interface NumberShape {
  readonly kind: 'number';
  readonly nullable: boolean;
  readonly limits: NumberLimits;
}

/** An object: every field must be there but the optional ones, and no other. */
export interface RecordShape {
  readonly kind: 'record';
  readonly nullable: boolean;
  readonly fields: Fields;
  readonly optional: Fields;
}

export interface ListShape {
  readonly kind: 'list';
  readonly nullable: boolean;
  readonly minItems: number;
  readonly maxItems: number;
  /** Whether equal items are refused. */
  readonly distinct: boolean;
  readonly item: Shape;
}

/** What one place of a document may hold. */
export type Shape = TextShape | NumberShape | RecordShape | ListShape;

const WIDEST = 100_000_000_000n;

export function text(minLength: number, maxLength: number, format: Format | null = null): TextShape {
  return { kind: 'text', nullable: false, minLength, maxLength, format, values: null };
}

/** A text of which only the form matters. */
export function formed(format: Format): TextShape {
  return text(0, Number.POSITIVE_INFINITY, format);
}

export function oneOf(...values: readonly string[]): TextShape {
  return { ...text(0, Number.POSITIVE_INFINITY), values };
}

export function number(limits: NumberLimits): NumberShape {
  return { kind: 'number', nullable: false, limits };
}

export function integer(limits: NumberLimits = {}): NumberShape {
  return number({ ...limits, decimals: 0 });
}

/** An amount of the summary: from 0 to below 10^11, two decimals. */
export function cents(limits: NumberLimits = {}): NumberShape {
  return number({ min: 0n, below: WIDEST, decimals: 2, ...limits });
}

/** An amount of a line: from 0 to below 10^11, eight decimals. */
export function fine(limits: NumberLimits = {}): NumberShape {
  return number({ min: 0n, below: WIDEST, decimals: 8, ...limits });
}

/** An amount with either sign. */
export function signed(decimals: number): NumberShape {
  return number({ above: -WIDEST, below: WIDEST, decimals });
}

/** Fields of an object by their names. */
export type Fields = Readonly<Record<string, Shape>>;

/** The same shape under several names. */
export function each(shape: Shape, ...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

/** An object; few of the official schemas have fields that may be left out. */
export function record(fields: Fields, optional: Fields = {}): RecordShape {
  return { kind: 'record', nullable: false, fields, optional };
}

export function list(item: Shape, minItems: number, maxItems: number): ListShape {
  return { kind: 'list', nullable: false, minItems, maxItems, distinct: false, item };
}

/** A list without a limit whose items all differ. */
export function distinct(item: Shape, minItems: number): ListShape {
  return { ...list(item, minItems, Number.POSITIVE_INFINITY), distinct: true };
}

/** The same, or null. */
export function orNull<S extends Shape>(shape: S): S {
  return { ...shape, nullable: true };
}
