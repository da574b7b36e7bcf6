import { countryByCode, legacyCountryCode } from '../../catalogs/countries.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ExtranjeroParty } from '../dte/receptor.ts';
import { firstCodePoints } from '../dte/text-limits.ts';
import type { Email } from '../identifiers/email.ts';
import { whyNotPlainText } from '../identifiers/plain-text.ts';
import type { Fault } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';
import type { PartyOrder } from './order.ts';
import {
  checked,
  hyphenated,
  missingIdentity,
  type PartyContext,
  problemAt,
  readActivity,
  readDocument,
  readName,
} from './party.ts';

/** What a type 11 needs to know beside the customer. */
export interface ExtranjeroContext extends PartyContext {
  /** The company's country for exports, where the customer names none. */
  readonly defaultCountry: string | null;
  /** Stands in for the recipient's e-mail where fe-fex-v1 demands one. */
  readonly fallbackEmail: Email;
}

/** CAT-019: other activities, for a customer abroad of whom none is known. */
const OTHER_ACTIVITY = '10005';
const COUNTRY_NAME_LIMIT = 50;
const ADDRESS_LIMIT = 200;
const ADDRESS_MINIMUM_V1 = 5;
/** fe-fex-v1 allows 50 characters, fe-fex-v3 30. */
const PHONE_LIMITS: Readonly<Record<SchemaGeneration, { readonly min: number; readonly max: number }>> = {
  v1: { min: 8, max: 50 },
  v2: { min: 8, max: 30 },
};

const REQUIRED: Fault = { code: 'required', message: 'Es obligatorio en una exportación.' };

/** Reads the customer of a type 11; null where something required is missing or wrong. */
export function readExtranjero(party: PartyOrder, context: ExtranjeroContext): Read<ExtranjeroParty | null> {
  const document = readDocument(party, context);
  const nombre = readName(party.name, context);
  const country = readCountry(party, context);
  const activity = readActivity(party.activityCode ?? OTHER_ACTIVITY, context);
  const telefono = readPhone(party.phone, context);
  const fields = problemsOf(document, nombre, country, activity, telefono);
  const problems = [...fields, ...missingIdentity(party, REQUIRED, context)];
  if (document.value === null || nombre.value === null) return { value: null, problems };
  if (country.value === null || activity.value === null) return { value: null, problems };
  const value = {
    nombre: nombre.value,
    tipoDocumento: document.value.type,
    numDocumento: hyphenated(document.value, context.generation),
    nombreComercial: party.tradeName,
    ...country.value,
    complemento: addressOf(party.address, country.value.nombrePais, context.generation),
    tipoPersona: party.personType ?? personTypeOf(document.value.type),
    descActividad: activity.value.description,
    telefono: telefono.value,
    correo: party.email ?? (context.generation === 'v1' ? context.fallbackEmail : null),
  };
  return { value, problems };
}

/** A national document, passport or resident card is a person's; everything else is taken for a company's. */
function personTypeOf(documentType: string): number {
  return ['02', '03', '13'].includes(documentType) ? 1 : 2;
}

function readCountry(
  party: PartyOrder,
  context: ExtranjeroContext,
): Read<{ readonly codPais: string; readonly nombrePais: string } | null> {
  const code = party.country ?? context.defaultCountry;
  if (code === null) return unreadable(problemAt(context, 'country', REQUIRED));
  const country = countryByCode(code);
  const codPais =
    country === null || context.generation === 'v2' ? country?.code : legacyCountryCode(country.code);
  if (country === null || codPais === undefined || codPais === null) {
    const where = country === null ? 'el catálogo de países (CAT-020)' : 'los países del esquema v1';
    const fault: Fault = { code: 'unknown_code', message: `No existe en ${where}.` };
    return unreadable(problemAt(context, 'country', fault));
  }
  return read({ codPais, nombrePais: firstCodePoints(country.description, COUNTRY_NAME_LIMIT) });
}

/** The address abroad is free text; without one, the country stands in, because the schemas demand some. */
function addressOf(address: string | null, country: string, generation: SchemaGeneration): string {
  const given = (address ?? '').trim();
  const text = given === '' ? `Domicilio en ${country}` : given;
  const long = generation === 'v1' && [...text].length < ADDRESS_MINIMUM_V1 ? `${text}, ${country}` : text;
  return firstCodePoints(long, ADDRESS_LIMIT);
}

function readPhone(phone: string | null, context: PartyContext): Read<string | null> {
  const why = (text: string): string | null => whyNotPlainText(text, PHONE_LIMITS[context.generation]);
  return checked(
    phone,
    { field: 'phone', parse: (text) => (why(text) === null ? text : null), why },
    context,
  );
}
