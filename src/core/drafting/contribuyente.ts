import type { ContribuyenteParty } from '../dte/receptor.ts';
import type { Email } from '../identifiers/email.ts';
import { type Nit, parseNit, whyNotNit } from '../identifiers/nit.ts';
import { parseNrc, whyNotNrc } from '../identifiers/nrc.ts';
import { parsePhone, whyNotPhone } from '../identifiers/phone.ts';
import type { Fault } from '../refusals/problem.ts';
import type { PartyOrder } from './order.ts';
import {
  checkDocumentType,
  checked,
  checkSameNumber,
  note,
  type PartyContext,
  readActivity,
  readAddress,
  readName,
} from './party.ts';

/** What a type 03 needs to know beside the customer. */
export interface ContribuyenteContext extends PartyContext {
  /** Stands in for the recipient's e-mail where fe-ccf-v3 demands one. */
  readonly fallbackEmail: Email;
}

/** Reads the customer of a type 03, a registered taxpayer; null where something required is missing or wrong. */
export function readContribuyente(
  party: PartyOrder,
  context: ContribuyenteContext,
): ContribuyenteParty | null {
  const nit = readNit(party, context);
  const nrc = checked(party.nrc, { field: 'nrc', parse: parseNrc, why: whyNotNrc }, context);
  const nombre = readName(party.name, context);
  const activity = readActivity(party.activityCode, context);
  const direccion = readAddress(party, context);
  const telefono = checked(party.phone, { field: 'phone', parse: parsePhone, why: whyNotPhone }, context);
  requireAll(party, context);
  if (nit === null || nrc === null || nombre === null || activity === null || direccion === null) return null;
  return {
    nit,
    nrc,
    nombre,
    codActividad: activity.code,
    descActividad: activity.description,
    nombreComercial: party.tradeName,
    direccion,
    telefono,
    correo: party.email ?? (context.generation === 'v1' ? context.fallbackEmail : null),
  };
}

/** A CCF names its recipient by NIT, of 14 digits or the 9 of a DUI; `document_number` is the same field. */
function readNit(party: PartyOrder, context: PartyContext): Nit | null {
  const field = party.documentNumber === null ? 'nit' : 'document_number';
  checkSameNumber(party, context);
  if (party.documentType !== null) checkDocumentType(party.documentType, context);
  return checked(party.documentNumber ?? party.nit, { field, parse: parseNit, why: whyNotNit }, context);
}

const REQUIRED: readonly (readonly [keyof PartyOrder, string])[] = [
  ['name', 'name'],
  ['nrc', 'nrc'],
  ['typeContributor', 'type_contributor'],
  ['activityCode', 'activity_code'],
];

const REQUIRED_HERE: Fault = { code: 'required', message: 'Es obligatorio en un crédito fiscal.' };

function requireAll(party: PartyOrder, context: PartyContext): void {
  if (party.nit === null && party.documentNumber === null) note(context, 'nit', REQUIRED_HERE);
  for (const [key, field] of REQUIRED) {
    if (party[key] === null) note(context, field, REQUIRED_HERE);
  }
}
