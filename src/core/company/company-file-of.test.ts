import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyOfFile, exampleCompany } from '../../../test/support/example-company.ts';
import { districts } from '../../catalogs/data/districts.ts';
import { CompanyFileSchema } from '../../schema/company-file.ts';
import { TIPOS_DTE } from '../dte/kinds.ts';
import { duiCheckDigit } from '../identifiers/dui.ts';
import { companyFileOf } from './company-file-of.ts';

const text = (min: number, max: number) =>
  fc
    .string({ unit: fc.constantFrom('a', 'Ñ', 'é', ' ', '"', '🧾'), minLength: min, maxLength: max })
    .map((inner) => `x${inner}y`);
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''));
const code = (letters: string) =>
  fc.tuple(fc.constantFrom(...letters), digits(3)).map(([letter, number]) => `${letter}${number}`);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const dui = digits(7)
  .map((seven) => `1${seven}`)
  .map((eight) => `${eight}${duiCheckDigit(eight)}`);
const person = fc.oneof(
  fc.record({ name: text(5, 20), document_type: fc.constant('13'), document_number: dui }),
  fc.record({
    name: text(5, 20),
    document_type: fc.constantFrom('02', '03', '37'),
    document_number: text(3, 8),
  }),
);
const place = fc.constantFrom(...districts.rows).map((row) => ({
  department: row.departmentCode,
  municipality: row.municipalityShortCode,
  district_code: row.code,
}));
const ownPlace = fc.oneof(
  fc.constant({}),
  fc.record({ address: text(0, 20) }),
  fc.tuple(fc.record({ address: text(0, 20) }), place).map(([address, trio]) => ({ ...address, ...trio })),
);

const establishment = fc.tuple(
  fc.record({
    code: code('MBSP'),
    kind: optional(fc.constantFrom('01', '02', '04', '07', '20')),
    points_of_sale: fc.uniqueArray(code('P'), { minLength: 1, maxLength: 4 }),
    phone: optional(fc.constant('2222-3333')),
    email: optional(fc.constant('sucursal@ejemplo.com')),
  }),
  ownPlace,
);

const instants = fc.uniqueArray(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), {
  minLength: 1,
  maxLength: 3,
});
const generation = fc.constantFrom('v1', 'v2');
const entries = fc
  .tuple(generation, instants, generation)
  .map(([first, moments, later]) => [
    { generation: first },
    ...moments
      .toSorted((a, b) => a - b)
      .map((ms) => ({ generation: later, from: new Date(ms).toISOString() })),
  ]);
const schemaGeneration = fc.oneof(
  generation,
  fc
    .array(fc.oneof(generation, entries), { minLength: 5, maxLength: 5 })
    .map((list) => Object.fromEntries(TIPOS_DTE.map((tipoDte, index) => [tipoDte, list[index]]))),
);

const settings = fc.record({
  series_mode: fc.constantFrom('centralized', 'establishment', 'point_of_sale'),
  vat_perception_agent: fc.boolean(),
  trade_name: optional(text(1, 20)),
  person_type: fc.constantFrom(1, 2),
  schema_generation: schemaGeneration,
  establishments: fc
    .uniqueArray(establishment, { minLength: 1, maxLength: 4, selector: ([{ code: unique }]) => unique })
    .map((list) => list.map(([own, where]) => ({ ...own, ...where }))),
  export_defaults: fc.record({
    item_type: optional(fc.constantFrom(1, 2, 3)),
    country: optional(fc.constant('US')),
  }),
  invalidation: fc.record({
    responsible: optional(person),
    requester: optional(person),
    default_type: fc.constantFrom(1, 2, 3),
    default_reason: text(5, 20),
  }),
  windows: fc.record({ credit_note_business_days: optional(fc.integer({ min: 0, max: 365 })) }),
  contingency: fc.record({
    responsible: optional(person),
    type: fc.constantFrom(1, 2, 3, 4, 5),
    reason: text(5, 20),
  }),
});

describe('companyFileOf', () => {
  it('is read back to the same company', () => {
    fc.assert(
      fc.property(settings, place, (changes, where) => {
        const company = exampleCompany({ ...changes, ...where });
        const file: unknown = JSON.parse(JSON.stringify(companyFileOf(company)));
        expect(companyOfFile(file)).toEqual(company);
      }),
      { numRuns: 300 },
    );
  });

  it('writes every field of the file but `district`, which is the other way to say the trio', () => {
    const written = Object.keys(companyFileOf(exampleCompany()));
    expect(written.toSorted()).toEqual(
      Object.keys(CompanyFileSchema.properties)
        .filter((field) => field !== 'district')
        .toSorted(),
    );
  });

  it('writes what the operator wrote', () => {
    const file = companyFileOf(exampleCompany({ nit: '0614-010190-001-8', district: '062314' }));
    expect(file).toMatchObject({
      slug: 'tienda-ejemplo',
      environment: '00',
      nit: '06140101900018',
      department: '06',
      municipality: '23',
      district_code: '14',
      schema_generation: 'v2',
      establishments: [{ code: 'M001', kind: '02', points_of_sale: ['P001'] }],
    });
  });
});
