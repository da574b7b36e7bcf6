import { createRequire } from 'node:module';
import type { Ajv } from 'ajv';
import { FILE_RULES } from '../core/company/file-rules.ts';
import { remembered } from '../core/memory/recent.ts';
import type { FieldProblem } from '../core/refusals/refusal.ts';
import { partsOf, problemOf, schemaProblems } from './problems.ts';
import type { Static, TSchema } from './schema.ts';
import { fieldAt } from './schema-reading.ts';

const VALIDATOR_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  // A schema is judged by the test that compiles all, and functions run as fast without the validator's own optimizing;
  // together they are half of what a command waits for that reads a company.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
};

const require = createRequire(import.meta.url);
/** Made when something is checked for the first time, because most commands check nothing and its packages load slowly. */
const validatorOf = remembered((allErrors: boolean): Ajv => {
  const { Ajv }: typeof import('ajv') = require('ajv');
  const made = new Ajv({ ...VALIDATOR_OPTIONS, allErrors });
  // Notes for the docs.
  made.addVocabulary(['needed', 'absent']);
  for (const [name, whyNot] of Object.entries(FILE_RULES))
    made.addFormat(name, (text) => whyNot(text) === null);
  return made;
});

/** Whether a value is what its schema describes; the first call for a schema compiles it. */
export function isOf<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return validatorOf(true).validate(Object(schema), value);
}

/** The first thing that is wrong with the body of a request, and nothing is looked at behind it; null where all is well. */
export function firstProblemIn(body: unknown, schema: unknown): FieldProblem | null {
  const validator = validatorOf(false);
  if (validator.validate(Object(schema), body)) return null;
  return schemaProblems(validator.errors ?? [])[0] ?? null;
}

/** Everything that is wrong with a part of a request, by its schema; the first call for a schema compiles it. */
export function requestProblemsIn(value: unknown, schema: unknown): readonly FieldProblem[] {
  const validator = validatorOf(true);
  return validator.validate(Object(schema), value) ? [] : schemaProblems(validator.errors ?? []);
}

/** Compiles a schema, so that the first request which it is asked about need not wait for that. */
export function prepareCheck(schema: unknown): void {
  validatorOf(true).compile(Object(schema));
}

/** What is wrong with a value that came by another way than HTTP, in its own names; one problem a field at most. */
export function problemsIn(value: unknown, schema: TSchema): readonly FieldProblem[] {
  const validator = validatorOf(true);
  const errors = validator.validate(Object(schema), value) ? [] : (validator.errors ?? []);
  const problems = errors.map((error) => problemOf(error, pathIn(value, error.instancePath)));
  return problems.filter(({ path }, index) => problems.findIndex((one) => one.path === path) === index);
}

/** `/lines/3/unit_price` as `lines[3].unit_price`; a number is a place only in a list. */
function pathIn(value: unknown, pointer: string): string {
  let here = value;
  return partsOf(pointer).reduce((path, part) => {
    const inside = Array.isArray(here) ? `${path}[${part}]` : fieldAt(path, part);
    here = Reflect.get(Object(here), part);
    return inside;
  }, '');
}
