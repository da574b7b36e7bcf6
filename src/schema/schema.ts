import { FLAGS } from '../core/json/flag.ts';
import type { Numeral } from '../core/money/decimal.ts';
import { NUMBER_FORM } from '../core/money/decimal.ts';
import { type Static, type TSchema, type TSchemaOptions, Type } from './type.ts';

export { type Static, type TSchema, Type } from './type.ts';

/** The pattern of a text that says something, for a JSON schema. */
export const NOT_BLANK = '\\S';
/** The pattern of a small code that is sent as text. */
export const DIGITS_FORM = '^[0-9]{1,9}$';

/** A field that may be left out or null, which both mean the same. */
export function optional<const Schema extends TSchema & { readonly type: string }>(schema: Schema) {
  return Type.Optional(Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] }));
}

/** Text that may be null; both mean the same as leaving the field out. */
export function optionalText(limits: { readonly max: number; readonly description: string }) {
  const { max, description } = limits;
  return Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: max, description }),
  );
}

/** A number, or its text as databases and decimal types give it. */
export function numeral(description: string) {
  return Type.Unsafe<Numeral>({ type: ['number', 'string'], pattern: NUMBER_FORM, description });
}

/** A numeral, null or nothing. */
export function optionalNumeral(description: string) {
  return Type.Optional(
    Type.Unsafe<Numeral | null>({ type: ['number', 'string', 'null'], pattern: NUMBER_FORM, description }),
  );
}

/** A whole number that may be null; its digits as text are that number by the time it is validated. */
export function optionalInteger(limits: {
  readonly min: number;
  readonly max: number;
  readonly description: string;
}) {
  const { min, max, description } = limits;
  const type = ['integer', 'string', 'null'];
  return Type.Optional(
    Type.Unsafe<number | null>({ type, minimum: min, maximum: max, pattern: DIGITS_FORM, description }),
  );
}

/** One of these whole numbers, or null; its digits as text are that number by the time it is validated. */
export function optionalNumber(codes: readonly number[], description: string) {
  return Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'string', 'null'],
      enum: [...codes, null],
      pattern: DIGITS_FORM,
      description,
    }),
  );
}

/** One of the codes, or null. */
export function optionalCode<const Codes extends readonly string[]>(codes: Codes, description: string) {
  return Type.Optional(
    Type.Unsafe<Codes[number] | null>({ type: ['string', 'null'], enum: [...codes, null], description }),
  );
}

/** Yes or no in an address; `flagIn` reads it. */
export function flag(description: string) {
  return Type.Optional(
    Type.Unsafe<(typeof FLAGS)[number]>({ type: 'string', enum: [...FLAGS], description }),
  );
}

/** An object that admits no other fields: a misspelt discount must not become a stamped document. */
export function strictObject<const Fields extends Record<string, TSchema>>(
  fields: Fields,
  options: TSchemaOptions = {},
) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

/** A strict object that the interface's description knows under its title. */
export function titledStrict<const Fields extends Record<string, TSchema>>(
  title: string,
  fields: Fields,
  options: TSchemaOptions = {},
) {
  return strictObject(fields, { title, ...options });
}

/** An object that the interface's description knows under its title. */
export function titled<const Fields extends Record<string, TSchema>>(
  title: string,
  fields: Fields,
  options: TSchemaOptions = {},
) {
  return Type.Object(fields, { title, ...options });
}
