import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyFile } from '../../../test/oracle/companies.ts';
import { digits, plainText } from '../../../test/oracle/texts.ts';
import { companyOfFile, exampleCompany } from '../../../test/support/example-company.ts';
import { CompanyFileSchema } from '../../schema/company-file.ts';
import { TIPOS_DTE, VERSIONED } from '../dte/kinds.ts';
import { duiCheckDigit } from '../identifiers/dui.ts';
import { companyFileOf } from './company-file-of.ts';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const reason = plainText(5, 20);

const dui = digits(7, 7)
  .map((seven) => `1${seven}`)
  .map((eight) => `${eight}${duiCheckDigit(eight)}`);
const person = fc.oneof(
  fc.record({ name: reason, document_type: fc.constant('13'), document_number: dui }),
  fc.record({
    name: reason,
    document_type: fc.constantFrom('02', '03', '37'),
    document_number: plainText(3, 8),
  }),
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
    .array(fc.oneof(generation, entries), { minLength: TIPOS_DTE.length, maxLength: VERSIONED.length })
    .map((list) => Object.fromEntries(list.map((one, index) => [VERSIONED[index], one]))),
);

/** What the companies of the oracle leave to the defaults. */
const settings = fc.record({
  schema_generation: schemaGeneration,
  export_defaults: fc.record({
    item_type: optional(fc.constantFrom(1, 2, 3)),
    country: optional(fc.constant('US')),
  }),
  invalidation: fc.record({
    responsible: optional(person),
    requester: optional(person),
    default_type: fc.constantFrom(1, 2, 3),
    default_reason: reason,
  }),
  delivery: fc.record({
    fallback_email: optional(fc.constant('sin-correo@ejemplo.com')),
    rejections_email: optional(fc.constant('rechazos@ejemplo.com')),
  }),
  windows: fc.record({ credit_note_business_days: optional(fc.integer({ min: 0, max: 365 })) }),
  contingency: fc.record({
    responsible: optional(person),
    type: fc.constantFrom(1, 2, 3, 4, 5),
    reason,
  }),
});

describe('companyFileOf', () => {
  it('is read back to the same company', () => {
    fc.assert(
      fc.property(companyFile('v2'), settings, (own, changes) => {
        const company = companyOfFile({ ...own, ...changes });
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
