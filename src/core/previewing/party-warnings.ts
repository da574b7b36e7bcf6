import { UNUSED_OF_PARTY } from '../drafting/draft-order.ts';
import type { PartyOrder } from '../drafting/order.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { type Members, membersAt, textAt } from '../dte/official-json.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { parseEmail } from '../identifiers/email.ts';
import { placeWarnings } from './place-warnings.ts';
import type { Warning } from './warning.ts';

/** The fields of a customer or subject under the names that callers know. */
export const PARTY_FIELDS: Readonly<Record<keyof PartyOrder, string>> = {
  name: 'name',
  documentType: 'document_type',
  documentNumber: 'document_number',
  nit: 'nit',
  nrc: 'nrc',
  email: 'email',
  phone: 'phone',
  tradeName: 'trade_name',
  typeContributor: 'type_contributor',
  activityCode: 'activity_code',
  address: 'address',
  department: 'department',
  municipality: 'municipality',
  district: 'district',
  districtCode: 'district_code',
  country: 'country',
  personType: 'person_type',
};

/** The member of the recipient that says what a caller did not, by the field that would have said it. */
const FILLED_IN: readonly (readonly [keyof PartyOrder, string])[] = [
  ['email', 'correo'],
  ['country', 'nombrePais'],
  ['personType', 'tipoPersona'],
  ['activityCode', 'descActividad'],
];

/** What was filled in, left out or put right of a customer or subject, told from the document's own recipient. */
export function partyWarnings(
  tipoDte: TipoDte,
  party: PartyOrder,
  { path, recipient }: { readonly path: string; readonly recipient: Members },
): readonly Warning[] {
  const at = (key: keyof PartyOrder) => `${path}.${PARTY_FIELDS[key]}`;
  const direccion = membersAt(recipient, 'direccion');
  return [
    ...documentTypeWarnings(tipoDte, party, { at, recipient }),
    ...FILLED_IN.flatMap(([key, member]) =>
      party[key] === null ? filledIn(at(key), textAt(recipient, member)) : [],
    ),
    ...UNUSED_OF_PARTY[tipoDte].flatMap((key) => (party[key] === null ? [] : [unused(at(key))])),
    ...nrcWarnings(tipoDte, party, { at, recipient }),
    ...emailWarnings(party, at('email')),
    // An address abroad has no place of the catalogs.
    ...(direccion === null ? [] : placeWarnings(party, direccion, path)),
    ...addressWarnings(party, { direccion, recipient, path: at('address') }),
  ];
}

/** A value of the document that the caller did not send; nothing where there is none. */
export function filledIn(path: string, value: string | null): readonly Warning[] {
  if (value === null) return [];
  return [{ code: 'default_used', path, message: `No se envió: el documento lleva «${value}».` }];
}

function unused(path: string): Warning {
  const message = 'No va en este tipo de documento: no se toma en cuenta.';
  return { code: 'field_ignored', path, message };
}

interface Looking {
  readonly at: (key: keyof PartyOrder) => string;
  readonly recipient: Members;
}

/** A CCF names its recipient by NIT, whatever kind of document is sent. */
function documentTypeWarnings(
  tipoDte: TipoDte,
  { documentType, documentNumber, nit }: PartyOrder,
  { at, recipient }: Looking,
): readonly Warning[] {
  if (tipoDte === CREDITO_FISCAL.code || documentType !== null) return [];
  if (documentNumber === null && nit === null) return [];
  return filledIn(at('documentType'), textAt(recipient, 'tipoDocumento'));
}

/** An invoice of v1 has the NRC only beside a NIT. */
function nrcWarnings(tipoDte: TipoDte, { nrc }: PartyOrder, { at, recipient }: Looking): readonly Warning[] {
  if (nrc === null || UNUSED_OF_PARTY[tipoDte].includes('nrc') || textAt(recipient, 'nrc') !== null)
    return [];
  const message = 'No se toma en cuenta: solo va junto con un NIT (document_type 36).';
  return [{ code: 'field_ignored', path: at('nrc'), message }];
}

/** There Hacienda is the judge, and here its judgement can be told beforehand. */
function emailWarnings({ email }: PartyOrder, path: string): readonly Warning[] {
  if (email === null || parseEmail(email) !== null) return [];
  return [
    {
      code: 'doubtful_email',
      path,
      message: 'No tiene la forma de un correo: Hacienda rechazaría el documento.',
    },
  ];
}

/** Where no place was sent at all, that is told of the place; an address abroad has none of the catalogs. */
function addressWarnings(
  { address, department, district }: PartyOrder,
  {
    direccion,
    recipient,
    path,
  }: { readonly direccion: Members | null; readonly recipient: Members; readonly path: string },
): readonly Warning[] {
  const sent = (address ?? '').trim();
  const carried = textAt(direccion ?? recipient, 'complemento');
  const isAssumed = direccion !== null && department === null && district === null;
  if (sent === '') return isAssumed ? [] : filledIn(path, carried);
  if (carried === null || carried.includes(sent)) return [];
  return [{ code: 'text_cut', path, message: `No cabe entero: el documento lleva «${carried}».` }];
}
