import { whyNotText } from '../core/company/file-rules.ts';
import { DOCUMENT_TYPES } from '../core/dte/kinds.ts';
import { NUMBER_FORM } from '../core/money/decimal.ts';
import { noCode } from '../core/refusals/coded-fields.ts';
import { nearestName } from '../core/refusals/nearest-name.ts';
import type { Fault, FieldProblem } from '../core/refusals/refusal.ts';
import { DIGITS_FORM, NOT_BLANK } from './schema.ts';
import { fieldAt, fieldsOf } from './schema-reading.ts';

/** One error of the schema validator, as far as we read it. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema?: unknown;
  /** The value that is wrong. */
  readonly data?: unknown;
}

/** More than anybody reads; the rest is counted by the refusal. */
const REPORTED = 50;

/** The validator's errors as problems with the caller's own paths and a sentence in Spanish. */
export function schemaProblems(errors: readonly SchemaError[]): readonly FieldProblem[] {
  return errors.slice(0, REPORTED).map((error) => problemOf(error, callerPath(error.instancePath)));
}

/** An error as a problem of the value at the path. */
export function problemOf(error: SchemaError, path: string): FieldProblem {
  switch (error.keyword) {
    case 'required':
      return {
        path: fieldAt(path, text(error, 'missingProperty')),
        code: 'required',
        message: 'Es obligatorio.',
      };
    case 'additionalProperties':
      return unknownField(path, error);
    default:
      return { path, ...(wordsForCode(error, path) ?? FAULTS[error.keyword]?.(error) ?? INVALID) };
  }
}

const INVALID: Fault = { code: 'invalid', message: 'No es válido.' };

/** The keywords that words fail where a code belongs; of a code, its catalog is said before its length. */
const WORDS_FAIL: readonly string[] = ['maxLength', 'minLength', 'pattern'];

function wordsForCode({ keyword, data }: SchemaError, path: string): Fault | null {
  if (!WORDS_FAIL.includes(keyword) || typeof data !== 'string' || data === '') return null;
  return noCode(path, data);
}

function unknownField(path: string, error: SchemaError): FieldProblem {
  const field = text(error, 'additionalProperty');
  const hint = hintAt(field, fieldsOf(error.parentSchema));
  return { path: fieldAt(path, field), code: 'unknown_field', message: `No es un campo conocido.${hint}` };
}

/** The known name that a wrong one most likely stands for, as a question behind a sentence; empty where none is near. */
export function hintAt(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? '' : ` ¿Quiso decir «${nearest}»?`;
}

/** `/lines/3/unit_price` as `lines[3].unit_price`. */
function callerPath(instancePath: string): string {
  return partsOf(instancePath).reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : fieldAt(path, part)),
    '',
  );
}

/** The names and numbers of a pointer like `/lines/3`. */
export function partsOf(pointer: string): readonly string[] {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function text(error: SchemaError, name: string): string {
  return String(error.params[name] ?? '');
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  integer: 'un número entero',
  boolean: 'verdadero o falso (true o false)',
  object: 'un objeto',
  array: 'una lista',
};

const PATTERNS: Readonly<Record<string, Fault>> = {
  [NOT_BLANK]: { code: 'empty', message: 'No puede estar en blanco.' },
  [NUMBER_FORM]: { code: 'not_a_number', message: 'Debe ser un número, como 1.50.' },
  [DIGITS_FORM]: { code: 'not_whole', message: 'Debe ser un número entero.' },
};

const FAULTS: Readonly<Record<string, (error: SchemaError) => Fault>> = {
  format: (error) => ({ code: 'bad_format', message: whyNotText(text(error, 'format'), error.data) }),
  type: (error) => ({ code: 'wrong_type', message: `Debe ser ${typeName(error.params['type'])}.` }),
  enum: (error) => ({
    code: 'not_an_option',
    message: `Debe ser uno de estos valores: ${listed(error.params['allowedValues'])}.${otherRoutes(error)}`,
  }),
  const: (error) => ({ code: 'not_an_option', message: `Debe ser ${text(error, 'allowedValue')}.` }),
  minLength: (error) =>
    text(error, 'limit') === '1'
      ? { code: 'empty', message: 'No puede estar vacío.' }
      : { code: 'too_short', message: `Debe tener al menos ${text(error, 'limit')} caracteres.` },
  maxLength: (error) => ({
    code: 'too_long',
    message: `Admite como máximo ${text(error, 'limit')} caracteres.`,
  }),
  minItems: (error) => ({
    code: 'too_few_items',
    message: `Debe tener al menos ${text(error, 'limit')} elemento.`,
  }),
  maxItems: (error) => ({
    code: 'too_many_items',
    message: `Admite como máximo ${text(error, 'limit')} elementos.`,
  }),
  minimum: (error) => ({ code: 'too_small', message: `No puede ser menor que ${text(error, 'limit')}.` }),
  maximum: (error) => ({ code: 'too_large', message: `No puede ser mayor que ${text(error, 'limit')}.` }),
  exclusiveMinimum: (error) => ({
    code: 'too_small',
    message: `Debe ser mayor que ${text(error, 'limit')}.`,
  }),
  pattern: (error) =>
    PATTERNS[text(error, 'pattern')] ?? { code: 'bad_format', message: 'No tiene el formato esperado.' },
};

/** Where types of documents are issued that a route does not issue, as sentences behind a sentence. */
function otherRoutes({ instancePath, params: { allowedValues } }: SchemaError): string {
  if (instancePath !== '/doc_type' || !Array.isArray(allowedValues)) return '';
  const others = DOCUMENT_TYPES.filter(({ code }) => !allowedValues.includes(code));
  const routes = Map.groupBy(others, ({ issuedBy }) => issuedBy.route);
  const named = [...routes].map(
    ([route, types]) => `${types.map(({ code }) => code).join(', ')} con POST ${route}`,
  );
  return ` Se emiten ${new Intl.ListFormat('es').format(named)}.`;
}

function typeName(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  const isNumber = types.some((one) => one === 'number' || one === 'integer');
  const named = types
    .filter((one) => one !== 'null' && !(isNumber && one === 'string'))
    .map((one) => TYPE_NAMES[String(one)] ?? String(one));
  return named.join(' o ');
}

function listed(values: unknown): string {
  const known = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return [...new Set(known.map(String))].join(', ');
}
