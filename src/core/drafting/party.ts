import { activityByCode } from '../../catalogs/activities.ts';
import type { CatalogEntry } from '../../catalogs/catalog.ts';
import { countryByCode, legacyCountryCode } from '../../catalogs/countries.ts';
import type { PostalAddress, Territory } from '../company/company.ts';
import { activityText, complementoOf, firstCodePoints } from '../dte/field-texts.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { hyphenatedDui, parseDui } from '../identifiers/dui.ts';
import type { Email } from '../identifiers/email.ts';
import { type Nit, parseNit, whyNotNit } from '../identifiers/nit.ts';
import { type Nrc, parseNrc, whyNotNrc } from '../identifiers/nrc.ts';
import {
  isPersonDocumentType,
  type PersonDocumentNumber,
  type PersonDocumentType,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import { type Phone, parsePhone, whyNotPhone } from '../identifiers/phone.ts';
import { whyNotPlainText, withoutSeparators } from '../identifiers/text.ts';
import { callersName } from '../refusals/callers-name.ts';
import { wrongCode } from '../refusals/coded-fields.ts';
import {
  type Fault,
  type FieldProblem,
  problemsOf,
  type Read,
  read,
  unreadable,
} from '../refusals/refusal.ts';
import { isPlaceAbroad, placeOrAbroad } from '../territory/lives-abroad.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import type { DraftContext, PartyOrder } from './order.ts';

/** How the fields of a party are read: the caller's name for it, who issues, and where. */
export interface PartyContext extends Pick<DraftContext, 'company' | 'generation'> {
  /** `customer` or `subject`. */
  readonly path: string;
  readonly issuerTerritory: Territory;
}

/** CAT-022: another document, where a number comes without its type (specification 2.5). */
export const DEFAULT_DOCUMENT_TYPE: PersonDocumentType = '37';
const NAME_LIMITS = { min: 1, max: 250 };
/** fe-fc-v1 asks for at least 3 characters; identifiers of CAT-022 `37` and `02` have no pattern of their own. */
const NUMBER_MINIMUM_V1 = 3;

/** Reads a customer for a type 01, where everything is optional; what is there must be well formed. */
export function readReceptor(party: PartyOrder, context: PartyContext) {
  const document = readDocument(party, context);
  const nrc = checked(party.nrc, NRC, context);
  const activity = readActivity(party.activityCode, context);
  const nombre = readName(party.name, context);
  const country = knownCountry(party.country, context);
  const direccion = readAnyAddress(party, country.value, context);
  const telefono = checked(party.phone, PHONE, context);
  const type = document.value?.type ?? null;
  const value = {
    tipoDocumento: type,
    numDocumento: document.value === null ? null : hyphenated(document.value, context.generation),
    nrc: nrcAllowed(type, context.generation) ? nrc.value : null,
    nombre: nombre.value,
    codActividad: activity.value?.code ?? null,
    descActividad: activity.value?.description ?? null,
    direccion: direccion.value,
    telefono: telefono.value,
    correo: party.email,
  };
  return { value, problems: problemsOf(document, nrc, activity, nombre, country, direccion, telefono) };
}

/** fe-fc-v1 admits an NRC only beside a NIT; fe-f-v2 dropped that condition. */
function nrcAllowed(tipoDocumento: string | null, generation: SchemaGeneration): boolean {
  return generation === 'v2' || tipoDocumento === '36';
}

/** How one field is read, and why it is refused. */
export interface Check<Text extends string> {
  readonly field: string;
  readonly parse: (text: string) => Text | null;
  readonly why: (text: string) => string | null;
}

const NRC: Check<Nrc> = { field: 'nrc', parse: parseNrc, why: whyNotNrc };
export const PHONE: Check<Phone> = { field: 'phone', parse: parsePhone, why: whyNotPhone };

/** The parsed text; null where there is none or where it was refused. */
export function checked<Text extends string>(
  text: string | null,
  check: Check<Text>,
  context: PartyContext,
): Read<Text | null> {
  const parsed = text === null ? null : check.parse(text);
  if (text === null || parsed !== null) return read(parsed);
  return unreadable(problemAt(context, check.field, malformed(check.why(text))));
}

/** A problem with one field of the party. */
export function problemAt(context: PartyContext, field: string, { code, message }: Fault): FieldProblem {
  return { path: `${context.path}.${field}`, code, message };
}

/** What is wrong with a text that an identifier's own rules refuse. */
export function malformed(why: string | null): Fault {
  return { code: 'bad_format', message: why ?? 'No es válido.' };
}

/** Why a text is no name of 1 to 250 characters, in Spanish; null where it is. */
export function whyNotName(name: string): string | null {
  return whyNotPlainText(name, NAME_LIMITS);
}

/** The name, 1 to 250 characters. */
export function readName(name: string | null, context: PartyContext): Read<string | null> {
  const why = name === null ? null : whyNotName(name);
  return { value: name, problems: why === null ? [] : [problemAt(context, 'name', malformed(why))] };
}

/** What identifies a person: CAT-022 and the number as it is stored, DUI and NIT as digits. */
export interface PersonDocument {
  readonly type: PersonDocumentType;
  readonly number: PersonDocumentNumber;
}

/** The identifying document; `nit` and `document_number` are the same field under two names. */
export function readDocument(party: PartyOrder, context: PartyContext): Read<PersonDocument | null> {
  const text = party.documentNumber ?? party.nit;
  if (text === null) return read(null);
  const type = readDocumentType(party.documentType ?? DEFAULT_DOCUMENT_TYPE, context);
  const field = party.documentNumber === null ? 'nit' : 'document_number';
  const number = type.value === null ? read(null) : readNumberOf(type.value, { text, field }, context);
  const document =
    type.value === null || number.value === null ? null : { type: type.value, number: number.value };
  return { value: document, problems: [...differentNumbers(party, context), ...problemsOf(type, number)] };
}

function readNumberOf(
  type: PersonDocumentType,
  { text, field }: { readonly text: string; readonly field: string },
  context: PartyContext,
): Read<PersonDocumentNumber | null> {
  const value = parsePersonDocumentNumber(type, text);
  if (value === null)
    return unreadable(problemAt(context, field, malformed(whyNotPersonDocumentNumber(type, text))));
  if (context.generation === 'v2' || value.length >= NUMBER_MINIMUM_V1) return read(value);
  const message = `Debe tener al menos ${NUMBER_MINIMUM_V1} caracteres.`;
  return { value, problems: [problemAt(context, field, { code: 'too_short', message })] };
}

/** The problem of a `nit` and a `document_number` that differ in more than hyphens and blanks. */
export function differentNumbers(
  { nit, documentNumber }: PartyOrder,
  context: PartyContext,
): readonly FieldProblem[] {
  if (nit === null || documentNumber === null) return [];
  if (withoutSeparators(nit) === withoutSeparators(documentNumber)) return [];
  const message = 'No coincide con nit; envíe solo uno de los dos.';
  return [problemAt(context, 'document_number', { code: 'contradiction', message })];
}

/** The problems of a party that must have a name and a number, where it has none. */
export function missingIdentity(
  { name, documentNumber, nit }: PartyOrder,
  fault: Fault,
  context: PartyContext,
): readonly FieldProblem[] {
  return [
    ...(name === null ? [problemAt(context, 'name', fault)] : []),
    ...(documentNumber === null && nit === null ? [problemAt(context, 'document_number', fault)] : []),
  ];
}

/** One of the codes of CAT-022. */
export function readDocumentType(type: string, context: PartyContext): Read<PersonDocumentType | null> {
  if (isPersonDocumentType(type)) return read(type);
  return unreadable(problemAt(context, 'document_type', wrongCode('document_type', type)));
}

/** The number as types 01 and 11 carry it: their v1 schemas write a DUI as `NNNNNNNN-N` (fe-fc-v1, fe-fex-v1). */
export function hyphenated({ type, number }: PersonDocument, generation: SchemaGeneration): string {
  const dui = type === '13' && generation === 'v1' ? parseDui(number) : null;
  return dui === null ? number : hyphenatedDui(dui);
}

/** The activity of a code of CAT-019. */
export function readActivity(
  code: string | null,
  context: PartyContext,
): Read<{ readonly code: string; readonly description: string } | null> {
  if (code === null) return read(null);
  const activity = activityByCode(code);
  if (activity !== null)
    return read({ code: activity.code, description: activityText(activity.description) });
  return unreadable(problemAt(context, 'activity_code', wrongCode('activity_code', code)));
}

/** The three codes by rules A, B and C; nothing sent means the issuer's own place (specification 9.3). */
export function readAddress(party: PartyOrder, context: PartyContext): Read<PostalAddress | null> {
  const { department, municipality, district, districtCode } = party;
  const resolution = resolveTerritory(
    {
      department: department ?? undefined,
      municipality: municipality ?? undefined,
      district: district ?? undefined,
      districtCode: districtCode ?? undefined,
    },
    context.issuerTerritory,
    context.generation,
  );
  if (resolution.kind === 'problem') return unreadable(problemAt(context, resolution.field, resolution));
  const { territory } = resolution;
  const complemento = complementoOf({ address: party.address, territory }, context.generation);
  return read({ ...territory, complemento });
}

/** The address of somebody who may live abroad, where fe-f-v2 has code 00 and fe-fc-v1, which lacks it, no address. */
function readAnyAddress(
  party: PartyOrder,
  country: CatalogEntry | null,
  context: PartyContext,
): Read<PostalAddress | null> {
  const place = placeOrAbroad(party);
  if (!isPlaceAbroad(place)) return readAddress(party, context);
  const address = country === null ? party.address : addressOf(party.address, country.description, 'v2');
  const abroad = readAddress({ ...party, ...place, address }, { ...context, generation: 'v2' });
  return context.generation === 'v2' ? abroad : { value: null, problems: abroad.problems };
}

/** CAT-019: other activities, for a customer abroad of whom none is known. */
export const OTHER_ACTIVITY = '10005';
const COUNTRY_NAME_LIMIT = 50;
const ADDRESS_LIMIT = 200;
const ADDRESS_MINIMUM_V1 = 5;
/** fe-fex-v1 allows 50 characters, fe-fex-v3 30. */
const PHONE_LIMITS: Readonly<Record<SchemaGeneration, { readonly min: number; readonly max: number }>> = {
  v1: { min: 8, max: 50 },
  v2: { min: 8, max: 30 },
};

const REQUIRED_ABROAD: Fault = { code: 'required', message: 'Es obligatorio en una exportación.' };

/** Reads the customer of a type 11; null where something required is missing or wrong. */
export function readExtranjero(party: PartyOrder, context: PartyContext) {
  const document = readDocument(party, context);
  const nombre = readName(party.name, context);
  const country = readCountry(party, context);
  const activity = readActivity(party.activityCode ?? OTHER_ACTIVITY, context);
  const telefono = readPhone(party.phone, context);
  const fields = problemsOf(document, nombre, country, activity, telefono);
  const problems = [...fields, ...missingIdentity(party, REQUIRED_ABROAD, context)];
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
    correo: party.email ?? demandedEmail(context),
  };
  return { value, problems };
}

/** What stands in for a recipient's e-mail where the schema demands one: fe-ccf-v3, fe-nc-v3 and fe-fex-v1 do. */
export function demandedEmail({
  company,
  generation,
}: Pick<PartyContext, 'company' | 'generation'>): Email | null {
  return generation === 'v1' ? (company.delivery.fallbackEmail ?? company.email) : null;
}

/** A national document, passport or resident card is a person's; everything else is taken for a company's. */
function personTypeOf(documentType: string): number {
  return ['02', '03', '13'].includes(documentType) ? 1 : 2;
}

function readCountry(
  party: PartyOrder,
  context: PartyContext,
): Read<{ readonly codPais: string; readonly nombrePais: string } | null> {
  const code = party.country ?? context.company.exportDefaults.country;
  if (code === null) return unreadable(problemAt(context, 'country', REQUIRED_ABROAD));
  const { value: country, problems } = knownCountry(code, context);
  if (country === null) return { value: null, problems };
  const codPais = context.generation === 'v2' ? country.code : legacyCountryCode(country.code);
  if (codPais === null) {
    const fault: Fault = { code: 'unknown_code', message: 'No existe en los países del esquema v1.' };
    return unreadable(problemAt(context, 'country', fault));
  }
  return read({ codPais, nombrePais: firstCodePoints(country.description, COUNTRY_NAME_LIMIT) });
}

/** The country of an ISO code, or of a code of the v1 schemas. */
function knownCountry(code: string | null, context: PartyContext): Read<CatalogEntry | null> {
  const country = code === null ? null : countryByCode(code);
  if (code === null || country !== null) return read(country);
  return unreadable(problemAt(context, 'country', wrongCode('country', code)));
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

/** Reads the customer of a type 03, a registered taxpayer; null where something required is missing or wrong. */
export function readContribuyente(party: PartyOrder, context: PartyContext): Read<ContribuyenteParty | null> {
  const nit = readNit(party, context);
  const nrc = checked(party.nrc, NRC, context);
  const nombre = readName(party.name, context);
  const activity = readActivity(party.activityCode, context);
  const direccion = readAddress(party, context);
  const telefono = checked(party.phone, PHONE, context);
  const fields = problemsOf(nit, nrc, nombre, activity, direccion, telefono);
  const problems = [...fields, ...missingFields(party, context)];
  if (nit.value === null || nrc.value === null || nombre.value === null) return { value: null, problems };
  if (activity.value === null || direccion.value === null) return { value: null, problems };
  const value = {
    nit: nit.value,
    nrc: nrc.value,
    nombre: nombre.value,
    codActividad: activity.value.code,
    descActividad: activity.value.description,
    nombreComercial: party.tradeName,
    direccion: direccion.value,
    telefono: telefono.value,
    correo: party.email ?? demandedEmail(context),
  };
  return { value, problems };
}

/** A CCF names its recipient by NIT, of 14 digits or the 9 of a DUI; `document_number` is the same field. */
function readNit(party: PartyOrder, context: PartyContext): Read<Nit | null> {
  const field = party.documentNumber === null ? 'nit' : 'document_number';
  const type = party.documentType === null ? read(null) : readDocumentType(party.documentType, context);
  const nit = checked(party.documentNumber ?? party.nit, { field, parse: parseNit, why: whyNotNit }, context);
  const problems = [...differentNumbers(party, context), ...problemsOf(type, nit)];
  if (nit.value !== context.company.nit) return { value: nit.value, problems };
  return { value: null, problems: [...problems, problemAt(context, field, IS_ISSUER)] };
}

/** The authority answers 007 to it, "VALOR NO ES PERMITIDO" (facts, verdicts, row 14). */
const IS_ISSUER: Fault = {
  code: 'is_issuer',
  message: 'Es el NIT de la empresa que emite: un crédito fiscal va a otro contribuyente.',
};

const REQUIRED_OF_TAXPAYERS = ['name', 'nrc', 'typeContributor', 'activityCode'] as const;

const REQUIRED_HERE: Fault = { code: 'required', message: 'Es obligatorio en un crédito fiscal.' };

function missingFields(party: PartyOrder, context: PartyContext): readonly FieldProblem[] {
  const missing = REQUIRED_OF_TAXPAYERS.filter((field) => party[field] === null).map(callersName);
  const fields = party.nit === null && party.documentNumber === null ? ['nit', ...missing] : missing;
  return fields.map((field) => problemAt(context, field, REQUIRED_HERE));
}
