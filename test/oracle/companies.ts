import fc from 'fast-check';
import { districts } from '../../src/catalogs/data/districts.ts';
import type { Company } from '../../src/core/company/company.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { companyOfFile } from '../support/example-company.ts';
import { activityCode } from './customers.ts';
import { anyLength, digits, email, nit, nrc, orNull, phone, plainText } from './texts.ts';

const place = fc.constantFrom(...districts.rows).chain((row) =>
  fc.constantFrom(
    { district: row.id },
    {
      department: row.departmentCode,
      municipality: row.municipalityShortCode,
      district_code: row.code,
    },
    {
      department: row.departmentCode,
      municipality: `${row.departmentCode}${row.municipalityShortCode}`,
      district_code: row.code,
    },
  ),
);

/** v2 wants a letter of CAT-009 and three digits; v1 any four capitals and digits. */
function establishmentCode(generation: SchemaGeneration): fc.Arbitrary<string> {
  const tidy = fc.tuple(fc.constantFrom('M', 'B', 'S', 'P'), digits(3, 3)).map((parts) => parts.join(''));
  const free = fc.string({ unit: fc.constantFrom(...'ABCXYZ0123456789'), minLength: 4, maxLength: 4 });
  return generation === 'v2' ? tidy : fc.oneof(tidy, free);
}

function pointOfSaleCode(generation: SchemaGeneration): fc.Arbitrary<string> {
  const tidy = digits(3, 3).map((number) => `P${number}`);
  const free = fc.string({ unit: fc.constantFrom(...'ABCXYZ0123456789'), minLength: 4, maxLength: 4 });
  return generation === 'v2' ? tidy : fc.oneof(tidy, free);
}

const ownPlace = fc.oneof(
  fc.constant({}),
  fc.record({ address: anyLength(1, 200) }),
  fc
    .tuple(fc.record({ address: anyLength(1, 200) }), place)
    .map(([address, where]) => ({ ...address, ...where })),
);

function establishment(generation: SchemaGeneration) {
  const parts = fc.record({
    code: establishmentCode(generation),
    kind: orNull(fc.constantFrom('01', '02', '04', '07', '20')),
    points_of_sale: fc.uniqueArray(pointOfSaleCode(generation), { minLength: 1, maxLength: 3 }),
    phone: orNull(phone),
    email: orNull(email),
  });
  return fc.tuple(parts, ownPlace).map(([own, where]) => ({ ...own, ...where }));
}

/** A company file of a fictitious company that issues in one generation, with every kind of settings. */
export function companyFile(generation: SchemaGeneration) {
  const identity = fc.record({
    slug: digits(6, 10).map((number) => `empresa-${number}`),
    environment: fc.constant('00'),
    nit,
    nrc,
    name: anyLength(3, 200),
    trade_name: fc.oneof(fc.constant(null), plainText(1, 4), anyLength(5, 150)),
    activity_code: activityCode,
    phone,
    email,
    address: anyLength(1, 200),
  });
  const settings = fc.record({
    schema_generation: fc.constantFrom(generation, {
      '01': generation,
      '03': generation,
      '05': generation,
      '11': generation,
      '14': generation,
    }),
    series_mode: fc.constantFrom('centralized', 'establishment', 'point_of_sale'),
    vat_perception_agent: fc.boolean(),
    person_type: orNull(fc.constantFrom(1, 2)),
    establishments: fc.uniqueArray(establishment(generation), {
      minLength: 1,
      maxLength: 4,
      selector: ({ code }) => code,
    }),
  });
  return fc.tuple(identity, place, settings).map(([own, where, others]) => ({ ...own, ...where, ...others }));
}

/** So many fictitious companies, all with NITs of their own; the same for the same seed. */
export function sampleCompanies(
  generation: SchemaGeneration,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Company[] {
  return fc
    .sample(
      fc.uniqueArray(companyFile(generation), { minLength: count, maxLength: count, selector: nitOf }),
      {
        seed,
        numRuns: 1,
      },
    )
    .flat()
    .map(companyOfFile);
}

function nitOf(file: unknown): unknown {
  return typeof file === 'object' && file !== null ? Reflect.get(file, 'nit') : null;
}
