import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { countDecimals } from './decimal-keyword.ts';

const FOLDER = resolve(import.meta.dirname, '../../../shared/hacienda/schemas');

const compiled = new Map<string, ValidateFunction | null>();

/** Whether the official schemas lie beside the repository; tests that need them skip by name otherwise. */
export const officialSchemasArePresent: boolean = existsSync(FOLDER);

/**
 * The Ministry's own JSON schema, compiled: `officialSchema('v2/fe-f-v2')`. Null when the schemas are absent.
 *
 * One thing is left out: the conditions of the first generation that list the municipalities of each department.
 * They name the codes from before 2024, and the authority seals documents with the codes in force since then, so
 * it does not enforce them. Throws when a file with that name does not exist in a present folder.
 */
export function officialSchema(name: string): ValidateFunction | null {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const validator = officialSchemasArePresent ? compile(resolve(FOLDER, `${name}.json`)) : null;
  compiled.set(name, validator);
  return validator;
}

function compile(file: string): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schema: unknown = withoutMunicipioLists(JSON.parse(readFileSync(file, 'utf8')));
  if (!isRecord(schema)) throw new TypeError(`${file} is not a schema`);
  const { $schema: _, ...rest } = schema;
  return countDecimals(ajv).compile(rest);
}

function withoutMunicipioLists(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMunicipioLists);
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).filter(([key, value]) => key !== 'allOf' || !listsMunicipios(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutMunicipioLists(value)]));
}

/** True for an `allOf` of which every consequence constrains `municipio` and nothing else. */
function listsMunicipios(allOf: unknown): boolean {
  return (
    Array.isArray(allOf) && allOf.every((condition) => constrainedFields(condition).join() === 'municipio')
  );
}

function constrainedFields(condition: unknown): readonly string[] {
  const consequence = isRecord(condition) ? condition['then'] : null;
  const properties = isRecord(consequence) ? consequence['properties'] : null;
  return isRecord(properties) ? Object.keys(properties) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
