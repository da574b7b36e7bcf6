import { describe, expect, it } from 'vitest';
import { TEST_CONTEXT } from '../../../test/support/company-file-context.ts';
import { exampleCompany, MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { parseCompanyFile } from './company-file.ts';

function problemsOf(value: unknown) {
  const result = parseCompanyFile(value, TEST_CONTEXT);
  return result.kind === 'problems' ? result.problems : [];
}

function pathsOf(changes: Readonly<Record<string, unknown>>): readonly string[] {
  return problemsOf({ ...MINIMAL_COMPANY_FILE, ...changes }).map(({ path }) => path);
}

describe('the smallest file', () => {
  it('has every default', () => {
    expect(exampleCompany()).toMatchObject({
      slug: 'tienda-ejemplo',
      ambiente: '00',
      tradeName: null,
      personType: 2,
      seriesMode: 'centralized',
      defaultEstablishment: 'M001',
      defaultPointOfSale: 'P001',
      vatPerceptionAgent: false,
      address: { departamento: '06', municipio: '23', distrito: '14' },
      establishments: [{ code: 'M001', kind: '02', pointsOfSale: ['P001'], address: null }],
      generations: { '01': [{ generation: 'v2', fromMs: null }] },
      invalidation: { defaultType: 2 },
      contingency: { type: 1 },
    });
  });

  it.each(Object.keys(MINIMAL_COMPANY_FILE))('needs its %s', (field) => {
    expect(pathsOf({ [field]: null })).toEqual([field]);
    expect(problemsOf({ ...MINIMAL_COMPANY_FILE, [field]: undefined })[0]).toMatchObject({ path: field });
  });
});

describe('identity', () => {
  it('removes hyphens and blanks from NIT and NRC', () => {
    const { nit, nrc } = exampleCompany({ nit: '0614-010190-001-8', nrc: '123456-7' });
    expect([nit, nrc]).toEqual(['06140101900018', '1234567']);
  });

  it('takes the holder of a DUI for a natural person unless told otherwise', () => {
    expect(exampleCompany({ nit: '01234567-8' }).personType).toBe(1);
    expect(exampleCompany({ nit: '01234567-8', person_type: 2 }).personType).toBe(2);
    expect(exampleCompany({ person_type: 1 }).personType).toBe(1);
  });

  it('warns of a NIT whose check digit fails, and accepts it', () => {
    const result = parseCompanyFile({ ...MINIMAL_COMPANY_FILE, nit: '22222222222211' }, TEST_CONTEXT);
    expect(result).toMatchObject({ kind: 'company', warnings: [{ path: 'nit' }] });
    expect(parseCompanyFile(MINIMAL_COMPANY_FILE, TEST_CONTEXT)).toMatchObject({ warnings: [] });
  });
});

describe('the default place of issue', () => {
  const establishments = [
    { code: 'M001', points_of_sale: ['P001'] },
    { code: 'S002', points_of_sale: ['P007', 'P008'] },
  ];

  it('is the first establishment and its first point of sale', () => {
    const { defaultEstablishment, defaultPointOfSale } = exampleCompany({
      establishments,
      default_establishment: 'S002',
    });
    expect([defaultEstablishment, defaultPointOfSale]).toEqual(['S002', 'P007']);
  });

  it('must be in the list', () => {
    expect(pathsOf({ establishments, default_establishment: 'S009' })).toEqual(['default_establishment']);
    expect(pathsOf({ establishments, default_point_of_sale: 'P008' })).toEqual(['default_point_of_sale']);
    const both = { establishments, default_establishment: 'S002', default_point_of_sale: 'P008' };
    expect(exampleCompany(both).defaultPointOfSale).toBe('P008');
  });
});

describe('mistakes', () => {
  it.each([
    [{ slug: 'Mi Tienda' }, ['slug']],
    [{ environment: 0 }, ['environment']],
    [{ environment: '02' }, ['environment']],
    [{ nit: 6140101900018 }, ['nit']],
    [{ nit: '123' }, ['nit']],
    [{ nrc: '1' }, ['nrc']],
    [{ name: ' ' }, ['name']],
    [{ activity_code: '99999' }, ['activity_code']],
    [{ phone: '2222' }, ['phone']],
    [{ email: 'facturas@ejemplo' }, ['email']],
    [{ person_type: 3 }, ['person_type']],
    [{ series_mode: 'centralised' }, ['series_mode']],
    [{ vat_perception_agent: 'false' }, ['vat_perception_agent']],
    [{ trade_name: 7 }, ['trade_name']],
    [{ ambiente: '00' }, ['ambiente']],
    [{ district_code: '99' }, ['district_code']],
    [{ windows: { credit_note_business_days: 'x' } }, ['windows.credit_note_business_days']],
  ])('%j', (changes, paths) => {
    expect(pathsOf(changes)).toEqual(paths);
  });

  it('are all named in one go', () => {
    const file = {
      ...MINIMAL_COMPANY_FILE,
      nit: 'x',
      emial: 'facturas@ejemplo.com',
      email: undefined,
      district_code: '99',
      schema_generation: { '01': 'v3' },
      establishments: [
        { code: 'M001', points_of_sale: ['P001'] },
        { code: 'S002', points_of_sale: ['caja'] },
      ],
      invalidation: { default_type: 3 },
    };
    const problems = problemsOf(file);
    expect(problems.map(({ path }) => path)).toEqual([
      'emial',
      'email',
      'nit',
      'district_code',
      'schema_generation.01',
      'establishments[1].points_of_sale[0]',
      'invalidation.default_reason',
    ]);
    expect(problems[0]?.message).toBe('no se conoce este campo; ¿quiso decir email?');
  });

  it('codes that a later v2 forbids are refused today', () => {
    const later = { generation: 'v2', from: '2026-12-01T00:00:00-06:00' };
    const all = { '01': 'v1', '03': 'v1', '05': 'v1', '11': 'v1', '14': later };
    const establishments = [{ code: 'A001', points_of_sale: ['P001'] }];
    expect(pathsOf({ schema_generation: all, establishments })).toEqual(['establishments[0].code']);
    expect(pathsOf({ schema_generation: 'v1', establishments })).toEqual([]);
  });

  it.each([null, undefined, 7, 'x', [], [MINIMAL_COMPANY_FILE]])('%j is no company file', (value) => {
    expect(problemsOf(value)).toEqual([{ path: '', message: 'debe ser un objeto.' }]);
  });
});
