import { activityByCode } from '../../catalogs/activities.ts';
import type { PostalAddress, Territory } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ReceptorParty } from '../dte/receptor.ts';
import { activityText } from '../dte/text-limits.ts';
import { hyphenatedDui, parseDui } from '../identifiers/dui.ts';
import { parseNrc, whyNotNrc } from '../identifiers/nrc.ts';
import {
  isPersonDocumentType,
  type PersonDocumentNumber,
  type PersonDocumentType,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import { parsePhone, whyNotPhone } from '../identifiers/phone.ts';
import { whyNotPlainText } from '../identifiers/plain-text.ts';
import { withoutSeparators } from '../identifiers/separators.ts';
import type { Fault, FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';
import { complementoOf } from '../territory/complemento.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import type { PartyOrder } from './order.ts';

/** How the fields of a party are read: the caller's name for it, and the issuer's territory. */
export interface PartyContext {
  /** `customer` or `subject`. */
  readonly path: string;
  readonly generation: SchemaGeneration;
  readonly issuerTerritory: Territory;
}

const DEFAULT_DOCUMENT_TYPE: PersonDocumentType = '37';
const NAME_LIMITS = { min: 1, max: 250 };
/** fe-fc-v1 asks for at least 3 characters; identifiers of CAT-022 `37` and `02` have no pattern of their own. */
const NUMBER_MINIMUM_V1 = 3;

/** Reads a customer for a type 01, where everything is optional; what is there must be well formed. */
export function readReceptor(party: PartyOrder, context: PartyContext): Read<ReceptorParty> {
  const document = readDocument(party, context);
  const nrc = checked(party.nrc, { field: 'nrc', parse: parseNrc, why: whyNotNrc }, context);
  const activity = readActivity(party.activityCode, context);
  const nombre = readName(party.name, context);
  const direccion = readAddress(party, context);
  const telefono = checked(party.phone, { field: 'phone', parse: parsePhone, why: whyNotPhone }, context);
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
  return { value, problems: problemsOf(document, nrc, activity, nombre, direccion, telefono) };
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
  const message = 'Debe ser 02, 03, 13, 36 o 37.';
  return unreadable(problemAt(context, 'document_type', { code: 'not_an_option', message }));
}

/** The number as types 01 and 11 carry it: their v1 schemas write a DUI as `NNNNNNNN-N` (fe-fc-v1, fe-fex-v1). */
export function hyphenated({ type, number }: PersonDocument, generation: SchemaGeneration): string {
  const dui = type === '13' && generation === 'v1' ? parseDui(number) : null;
  return dui === null ? number : hyphenatedDui(dui);
}

/** An economic activity as a document carries it. */
export interface Activity {
  readonly code: string;
  readonly description: string;
}

/** The activity of a code of CAT-019. */
export function readActivity(code: string | null, context: PartyContext): Read<Activity | null> {
  if (code === null) return read(null);
  const activity = activityByCode(code);
  if (activity !== null)
    return read({ code: activity.code, description: activityText(activity.description) });
  const message = 'No existe en el catálogo de actividades económicas (CAT-019).';
  return unreadable(problemAt(context, 'activity_code', { code: 'unknown_code', message }));
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
