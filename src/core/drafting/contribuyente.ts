import type { ContribuyenteParty } from '../dte/receptor.ts';
import type { Email } from '../identifiers/email.ts';
import { type Nit, parseNit, whyNotNit } from '../identifiers/nit.ts';
import { parseNrc, whyNotNrc } from '../identifiers/nrc.ts';
import { parsePhone, whyNotPhone } from '../identifiers/phone.ts';
import type { Fault, FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read, read } from '../refusals/read.ts';
import type { PartyOrder } from './order.ts';
import {
  checked,
  differentNumbers,
  type PartyContext,
  problemAt,
  readActivity,
  readAddress,
  readDocumentType,
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
): Read<ContribuyenteParty | null> {
  const nit = readNit(party, context);
  const nrc = checked(party.nrc, { field: 'nrc', parse: parseNrc, why: whyNotNrc }, context);
  const nombre = readName(party.name, context);
  const activity = readActivity(party.activityCode, context);
  const direccion = readAddress(party, context);
  const telefono = checked(party.phone, { field: 'phone', parse: parsePhone, why: whyNotPhone }, context);
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
    correo: party.email ?? (context.generation === 'v1' ? context.fallbackEmail : null),
  };
  return { value, problems };
}

/** A CCF names its recipient by NIT, of 14 digits or the 9 of a DUI; `document_number` is the same field. */
function readNit(party: PartyOrder, context: PartyContext): Read<Nit | null> {
  const field = party.documentNumber === null ? 'nit' : 'document_number';
  const type = party.documentType === null ? read(null) : readDocumentType(party.documentType, context);
  const nit = checked(party.documentNumber ?? party.nit, { field, parse: parseNit, why: whyNotNit }, context);
  return { value: nit.value, problems: [...differentNumbers(party, context), ...problemsOf(type, nit)] };
}

const REQUIRED: readonly (readonly [keyof PartyOrder, string])[] = [
  ['name', 'name'],
  ['nrc', 'nrc'],
  ['typeContributor', 'type_contributor'],
  ['activityCode', 'activity_code'],
];

const REQUIRED_HERE: Fault = { code: 'required', message: 'Es obligatorio en un crédito fiscal.' };

function missingFields(party: PartyOrder, context: PartyContext): readonly FieldProblem[] {
  const missing = REQUIRED.filter(([key]) => party[key] === null).map(([, field]) => field);
  const fields = party.nit === null && party.documentNumber === null ? ['nit', ...missing] : missing;
  return fields.map((field) => problemAt(context, field, REQUIRED_HERE));
}
