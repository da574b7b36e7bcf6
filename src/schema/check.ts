import { Check, Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import type { FieldProblem } from '../core/refusals/problem.ts';
import { missingField, partsOf, REPORTED, unknownField, wrongValue } from './problems.ts';
import type { Static, TSchema } from './schema.ts';
import { fieldAt, fieldsOf, schemaAt } from './schema-reading.ts';

// The library's own default stops at the eighth error.
Settings.Set({ maxErrors: 2 * REPORTED });

/** Whether a value is what its schema describes. */
export function isOf<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return Check(schema, value);
}

/** What is wrong with a value that came by another way than HTTP, in its own names; one problem a field at most. */
export function problemsIn(value: unknown, schema: TSchema): readonly FieldProblem[] {
  const [, errors] = Errors(schema, value);
  const problems = errors.flatMap((error) => {
    const path = pathIn(value, error.instancePath);
    switch (error.keyword) {
      case 'required':
        return error.params.requiredProperties.map((field) => missingField(path, field));
      case 'additionalProperties': {
        const known = fieldsOf(schemaAt(schema, error.schemaPath));
        return error.params.additionalProperties.map((field) => unknownField(path, field, known));
      }
      // An additional property once more.
      case 'boolean':
        return [];
      default:
        return [wrongValue(path, error)];
    }
  });
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
