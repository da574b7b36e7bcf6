import fc from 'fast-check';
import { legacyCountryCode } from '../../src/catalogs/countries.ts';
import { countries } from '../../src/catalogs/data/countries.ts';
import type { PartyOrder } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { activityCode, document, hyphenated, place } from './customers.ts';
import { anyLength, email, nit, nrc, orNull, phone, plainText } from './texts.ts';

const NOTHING = { nit: null, documentNumber: null, documentType: null };

/** A NIT in the forms people write, under either name or both, with or without its kind. */
const registeredNumber = fc
  .tuple(fc.oneof(nit, nit.map(hyphenated)), fc.constantFrom('nit', 'document_number', 'both'), fc.boolean())
  .map(([number, field, isTyped]) => ({
    ...NOTHING,
    ...(field === 'document_number' ? {} : { nit: number }),
    ...(field === 'nit' ? {} : { documentNumber: number }),
    documentType: isTyped ? '36' : null,
  }));

/** A registered taxpayer: the customer of a CCF. */
export const contribuyente: fc.Arbitrary<PartyOrder> = fc
  .tuple(
    registeredNumber,
    place,
    fc.record({
      name: anyLength(1, 250),
      nrc: fc.oneof(nrc, nrc.map(hyphenated)),
      typeContributor: fc.integer({ min: 1, max: 4 }),
      activityCode,
      email: orNull(email),
      phone: orNull(phone),
      tradeName: orNull(anyLength(1, 150)),
      address: orNull(anyLength(1, 200)),
      country: fc.constant(null),
      personType: orNull(fc.constantFrom(1, 2)),
    }),
  )
  .map(([number, where, rest]) => ({ ...rest, ...where, ...number }));

const NOWHERE = { department: null, municipality: null, district: null, districtCode: null };

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
  const rest = fc.record({
    name: anyLength(1, 250),
    country: country(generation),
    activityCode: orNull(activityCode),
    email: orNull(email),
    phone: orNull(fc.oneof(phone, plainText(8, 30))),
    tradeName: orNull(anyLength(1, 150)),
    address: orNull(anyLength(1, 200)),
    personType: orNull(fc.constantFrom(1, 2)),
    nrc: fc.constant(null),
    typeContributor: orNull(fc.integer({ min: 1, max: 4 })),
  });
  return fc.tuple(document, rest).map(([identity, others]) => ({ ...others, ...NOWHERE, ...identity }));
}
