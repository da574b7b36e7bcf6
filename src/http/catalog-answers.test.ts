import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { searchActivities, searchDepartments, searchDistricts, searchUnits } from '../catalogs/search.ts';
import { CodeItemsSchema, DepartmentsSchema, DistrictPageSchema } from './catalog-answers.ts';

/** A schema that also refuses what it does not name, so that no field of a catalog is lost on the way. */
function closed(schema: unknown): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"type":"object"', '"type":"object","additionalProperties":false'));
}

describe('the answers of the catalogs', () => {
  it.each([
    ['activities', CodeItemsSchema, searchActivities(undefined)],
    ['departments', DepartmentsSchema, searchDepartments(undefined)],
    ['districts', DistrictPageSchema, searchDistricts(undefined, 1)],
    ['units', CodeItemsSchema, searchUnits(undefined)],
  ])('have every field of the entries, and no other: %s', (_name, schema, entries) => {
    const validate = new Ajv({ strict: false }).compile(closed(schema));
    expect([validate(entries), validate.errors]).toEqual([true, null]);
  });
});
