import { Ajv } from 'ajv';
import { FILE_RULES } from '../core/company/file-rules.ts';
import type { FieldProblem } from '../core/refusals/problem.ts';
import { partsOf, problemOf } from './problems.ts';
import type { Static, TSchema } from './schema.ts';
import { fieldAt } from './schema-reading.ts';

/** How every body is validated: by the server, and here. */
export const VALIDATOR_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
};

const validator = new Ajv(VALIDATOR_OPTIONS);
// Notes for the docs.
validator.addVocabulary(['needed', 'absent']);
for (const [name, whyNot] of Object.entries(FILE_RULES))
  validator.addFormat(name, (text) => whyNot(text) === null);

/** Whether a value is what its schema describes; the first call for a schema compiles it. */
export function isOf<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return validator.validate(Object(schema), value);
}

/** What is wrong with a value that came by another way than HTTP, in its own names; one problem a field at most. */
export function problemsIn(value: unknown, schema: TSchema): readonly FieldProblem[] {
  const errors = isOf(schema, value) ? [] : (validator.errors ?? []);
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
