import { Ajv } from 'ajv';
import { FILE_RULES } from '../core/company/file-rules.ts';
import type { FieldProblem } from '../core/refusals/problem.ts';
import { partsOf, problemOf, schemaProblems } from './problems.ts';
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

const validator = validatorWith(VALIDATOR_OPTIONS);
const hasty = validatorWith({ ...VALIDATOR_OPTIONS, allErrors: false });

function validatorWith(options: typeof VALIDATOR_OPTIONS): Ajv {
  const made = new Ajv(options);
  // Notes for the docs.
  made.addVocabulary(['needed', 'absent']);
  for (const [name, whyNot] of Object.entries(FILE_RULES))
    made.addFormat(name, (text) => whyNot(text) === null);
  return made;
}

/** Whether a value is what its schema describes; the first call for a schema compiles it. */
export function isOf<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return validator.validate(Object(schema), value);
}

/** The first thing that is wrong with the body of a request, and nothing is looked at behind it; null where all is well. */
export function firstProblemIn(body: unknown, schema: unknown): FieldProblem | null {
  if (hasty.validate(Object(schema), body)) return null;
  return schemaProblems(hasty.errors ?? [])[0] ?? null;
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
