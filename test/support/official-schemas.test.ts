import { describe, expect, it } from 'vitest';
import { officialSchema, officialSchemasArePresent } from './official-schemas.ts';

const NAMES = [
  'v1/fe-fc-v1',
  'v1/fe-ccf-v3',
  'v1/fe-nc-v3',
  'v1/fe-fex-v1',
  'v1/fe-fse-v1',
  'v1/anulacion-schema-v2',
  'v1/contingencia-schema-v3',
  'v2/fe-f-v2',
  'v2/fe-ccf-v4',
  'v2/fe-nc-v4',
  'v2/fe-fex-v3',
  'v2/fe-fse-v2',
  'v2/invalidacion-schema-v3',
  'v2/contingencia-schema-v4',
];

describe.skipIf(!officialSchemasArePresent)('the official schemas (../shared/hacienda/schemas)', () => {
  it.each(NAMES)('%s compiles and refuses an empty document', (name) => {
    const validate = officialSchema(name);
    expect(validate?.({})).toBe(false);
  });

  it('compiles each schema once', () => {
    expect(officialSchema('v2/fe-f-v2')).toBe(officialSchema('v2/fe-f-v2'));
  });

  it('keeps every condition of the first generation but the lists of municipalities', () => {
    const text = JSON.stringify(officialSchema('v1/fe-fc-v1')?.schema);
    expect(text).toContain('"minimum":1095');
    expect(text).toContain('"tipoContingencia":{"const":5}');
    expect(text).not.toContain('"then":{"properties":{"municipio"');
  });

  it('says so when a name is misspelt', () => {
    expect(() => officialSchema('v2/fe-x')).toThrow('fe-x');
  });
});

describe.skipIf(officialSchemasArePresent)('without the official schemas', () => {
  it('answers null', () => {
    expect(officialSchema('v2/fe-f-v2')).toBeNull();
  });
});
