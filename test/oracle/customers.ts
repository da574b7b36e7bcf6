import fc from 'fast-check';
import { legacyCountryCode } from '../../src/catalogs/countries.ts';
import { activities } from '../../src/catalogs/data/activities.ts';
import { countries } from '../../src/catalogs/data/countries.ts';
import { districts } from '../../src/catalogs/data/districts.ts';
import type { PartyOrder } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { anyLength, digits, dui, email, nit, nrc, orNull, phone, plainText } from './texts.ts';

export const activityCode: fc.Arbitrary<string> = fc.constantFrom(...activities.rows.map(({ code }) => code));

type Place = Pick<PartyOrder, 'department' | 'municipality' | 'district' | 'districtCode'>;

const NOWHERE: Place = { department: null, municipality: null, district: null, districtCode: null };

const district = fc.constantFrom(...districts.rows);

/** A municipality in its short or its long form. */
function municipalityOf(department: string, short: string): fc.Arbitrary<string> {
  return fc.constantFrom(short, `${department}${short}`);
}

/** Ways A, B and C of specification 9.3, C with codes of 2024 and from before, and nothing. */
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constant(NOWHERE),
  district.map(({ id }) => ({ ...NOWHERE, district: id })),
  district.chain(({ departmentCode: department, municipalityShortCode, code: districtCode }) =>
    municipalityOf(department, municipalityShortCode).map((municipality) => ({
      department,
      municipality,
      districtCode,
      district: null,
    })),
  ),
  district.chain(({ departmentCode: department, municipalityShortCode }) =>
    municipalityOf(department, municipalityShortCode).map((municipality) => ({
      ...NOWHERE,
      department,
      municipality,
    })),
  ),
  // Each municipality from before 2024 became the district with its code.
  fc.constantFrom(...districts.rows).map(({ departmentCode, code }) => ({
    ...NOWHERE,
    department: departmentCode,
    municipality: code,
  })),
);

type Document = Pick<PartyOrder, 'documentType' | 'documentNumber' | 'nit'>;

function hyphenated(number: string): string {
  return `${number.slice(0, -1)}-${number.slice(-1)}`;
}

function numbered(documentType: string | null, number: fc.Arbitrary<string>): fc.Arbitrary<Document> {
  const both = fc.tuple(number, fc.constantFrom('document_number', 'nit', 'both'));
  return both.map(([text, field]) => ({
    documentType,
    documentNumber: field === 'nit' ? null : text,
    nit: field === 'document_number' ? null : text,
  }));
}

/** Every kind of CAT-022, in the forms in which people write them. */
const document: fc.Arbitrary<Document> = fc.oneof(
  numbered('13', fc.oneof(dui, dui.map(hyphenated))),
  numbered(
    '36',
    fc.oneof(
      nit,
      nit.map(hyphenated),
      digits(14, 14).map((text) => `${text.slice(0, 4)} ${text.slice(4)}`),
    ),
  ),
  numbered('03', plainText(3, 20)),
  numbered('02', plainText(3, 20)),
  numbered('37', plainText(3, 20)),
  numbered(null, plainText(3, 20)),
);

const anonymous: Document = { documentType: null, documentNumber: null, nit: null };

const name = anyLength(1, 250);

/** Everything that may be known of a customer besides name and document. */
const circumstances = fc.record({
  nrc: orNull(nrc),
  email: orNull(email),
  phone: orNull(phone),
  tradeName: orNull(anyLength(1, 150)),
  typeContributor: orNull(fc.integer({ min: 1, max: 4 })),
  activityCode: orNull(activityCode),
  address: orNull(anyLength(1, 200)),
  country: fc.constantFrom(null, null, null, 'SV', 'GT', 'us', '9483'),
  personType: orNull(fc.constantFrom(1, 2)),
});

/** A customer with name and document. */
export const identifiedCustomer: fc.Arbitrary<PartyOrder> = fc
  .tuple(fc.record({ name }), document, place, circumstances)
  .map(([named, identity, where, rest]) => ({ ...rest, ...where, ...identity, ...named }));

/** Anybody about whom something may be known: nothing, a name, a document, or all of it. */
export const anyCustomer: fc.Arbitrary<PartyOrder> = fc
  .tuple(identifiedCustomer, fc.boolean(), fc.boolean())
  .map(([customer, isNamed, isNumbered]) => ({
    ...customer,
    name: isNamed ? customer.name : null,
    ...(isNumbered ? {} : anonymous),
  }));

const registeredNumber = fc.oneof(nit, nit.map(hyphenated));

/** A registered taxpayer: the customer of a CCF. */
export const contribuyente: fc.Arbitrary<PartyOrder> = fc
  .tuple(
    identifiedCustomer,
    fc.oneof(numbered('36', registeredNumber), numbered(null, registeredNumber)),
    fc.record({
      nrc: fc.oneof(nrc, nrc.map(hyphenated)),
      typeContributor: fc.integer({ min: 1, max: 4 }),
      activityCode,
    }),
  )
  .map(([customer, number, registration]) => ({ ...customer, ...number, ...registration }));

/** A country in any form that the generation takes. */
function country(generation: SchemaGeneration): fc.Arbitrary<string> {
  const named = countries.rows.flatMap(({ code }) => {
    const legacy = legacyCountryCode(code);
    return legacy === null ? (generation === 'v2' ? [[code]] : []) : [[code, code.toLowerCase(), legacy]];
  });
  return fc.constantFrom(...named).chain((forms) => fc.constantFrom(...forms));
}

/** Somebody abroad: the customer of an export. */
export function extranjero(generation: SchemaGeneration): fc.Arbitrary<PartyOrder> {
  return fc
    .tuple(identifiedCustomer, country(generation), orNull(fc.oneof(phone, plainText(8, 30))))
    .map(([customer, from, number]) => ({
      ...customer,
      ...NOWHERE,
      nrc: null,
      country: from,
      phone: number,
    }));
}
