import { activityByCode } from '../../catalogs/activities.ts';
import type { PostalAddress, Territory } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ReceptorParty } from '../dte/receptor.ts';
import { activityText } from '../dte/text-limits.ts';
import { hyphenatedDui, parseDui } from '../identifiers/dui.ts';
import { parseNrc, whyNotNrc } from '../identifiers/nrc.ts';
import {
  isPersonDocumentType,
  type PersonDocumentType,
  parsePersonDocumentNumber,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import { parsePhone, whyNotPhone } from '../identifiers/phone.ts';
import { whyNotPlainText } from '../identifiers/plain-text.ts';
import { withoutSeparators } from '../identifiers/separators.ts';
import type { Fault, FieldProblem } from '../refusals/problem.ts';
import { complementoOf } from '../territory/complemento.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import type { PartyOrder } from './order.ts';

/** Where the fields of a party are read: the caller's name for it, the issuer's territory, and where problems go. */
export interface PartyContext {
  /** `customer` or `subject`. */
  readonly path: string;
  readonly generation: SchemaGeneration;
  readonly issuerTerritory: Territory;
  readonly problems: FieldProblem[];
}

const DEFAULT_DOCUMENT_TYPE: PersonDocumentType = '37';
const NAME_LIMITS = { min: 1, max: 250 };
/** fe-fc-v1 asks for at least 3 characters; identifiers of CAT-022 `37` and `02` have no pattern of their own. */
const NUMBER_MINIMUM_V1 = 3;

/** Reads a customer for a type 01, where everything is optional; what is there must be well formed. */
export function readReceptor(party: PartyOrder, context: PartyContext): ReceptorParty {
  const document = readDocument(party, context);
  const nrc = checked(party.nrc, { field: 'nrc', parse: parseNrc, why: whyNotNrc }, context);
  const activity = readActivity(party.activityCode, context);
  return {
    tipoDocumento: document?.type ?? null,
    numDocumento: document === null ? null : hyphenated(document, context.generation),
    nrc: nrcAllowed(document?.type ?? null, context.generation) ? nrc : null,
    nombre: readName(party.name, context),
    codActividad: activity?.code ?? null,
    descActividad: activity?.description ?? null,
    direccion: readAddress(party, context),
    telefono: checked(party.phone, { field: 'phone', parse: parsePhone, why: whyNotPhone }, context),
    correo: party.email,
  };
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

/** The parsed text; null where there is none or where it was refused, which is then noted. */
export function checked<Text extends string>(
  text: string | null,
  check: Check<Text>,
  context: PartyContext,
): Text | null {
  if (text === null) return null;
  const parsed = check.parse(text);
  if (parsed === null) note(context, check.field, malformed(check.why(text)));
  return parsed;
}

/** Notes a problem with one field of the party. */
export function note(context: PartyContext, field: string, { code, message }: Fault): void {
  context.problems.push({ path: `${context.path}.${field}`, code, message });
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
export function readName(name: string | null, context: PartyContext): string | null {
  if (name === null) return null;
  const why = whyNotName(name);
  if (why !== null) note(context, 'name', malformed(why));
  return name;
}

/** What identifies a person: CAT-022 and the number as it is stored, DUI and NIT as digits. */
export interface PersonDocument {
  readonly type: PersonDocumentType;
  readonly number: string;
}

/** The identifying document; `nit` and `document_number` are the same field under two names. */
export function readDocument(party: PartyOrder, context: PartyContext): PersonDocument | null {
  const type = party.documentType ?? DEFAULT_DOCUMENT_TYPE;
  const text = party.documentNumber ?? party.nit;
  if (text === null) return null;
  checkSameNumber(party, context);
  if (!checkDocumentType(type, context)) return null;
  const field = party.documentNumber === null ? 'nit' : 'document_number';
  const number = parsePersonDocumentNumber(type, text);
  if (number === null) {
    note(context, field, malformed(whyNotPersonDocumentNumber(type, text)));
    return null;
  }
  if (context.generation === 'v1' && number.length < NUMBER_MINIMUM_V1)
    note(context, field, {
      code: 'too_short',
      message: `Debe tener al menos ${NUMBER_MINIMUM_V1} caracteres.`,
    });
  return { type, number };
}

/** Notes a `nit` and a `document_number` that differ in more than hyphens and blanks. */
export function checkSameNumber({ nit, documentNumber }: PartyOrder, context: PartyContext): void {
  if (nit === null || documentNumber === null) return;
  if (withoutSeparators(nit) === withoutSeparators(documentNumber)) return;
  note(context, 'document_number', {
    code: 'contradiction',
    message: 'No coincide con nit; envíe solo uno de los dos.',
  });
}

/** Whether the code is one of CAT-022; noted where it is not. */
export function checkDocumentType(type: string, context: PartyContext): type is PersonDocumentType {
  if (isPersonDocumentType(type)) return true;
  note(context, 'document_type', { code: 'not_an_option', message: 'Debe ser 02, 03, 13, 36 o 37.' });
  return false;
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
export function readActivity(code: string | null, context: PartyContext): Activity | null {
  if (code === null) return null;
  const activity = activityByCode(code);
  if (activity === null) {
    note(context, 'activity_code', {
      code: 'unknown_code',
      message: 'No existe en el catálogo de actividades económicas (CAT-019).',
    });
    return null;
  }
  return { code: activity.code, description: activityText(activity.description) };
}

/** The three codes by rules A, B and C; nothing sent means the issuer's own place (specification 9.3). */
export function readAddress(party: PartyOrder, context: PartyContext): PostalAddress | null {
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
  if (resolution.kind === 'problem') {
    note(context, resolution.field, resolution);
    return null;
  }
  const { territory } = resolution;
  return {
    ...territory,
    complemento: complementoOf({ address: party.address, territory }, context.generation),
  };
}
