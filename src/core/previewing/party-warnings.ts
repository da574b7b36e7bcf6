import { abroad, municipality } from '../../catalogs/departments.ts';
import { districtByCode, districtsOf } from '../../catalogs/districts.ts';
import type { Territory } from '../company/company.ts';
import { UNUSED_OF_PARTY } from '../drafting/draft-order.ts';
import type { PartyOrder } from '../drafting/order.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { type Members, membersAt, textAt } from '../dte/official-json.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { FACTURA } from '../dte/types/factura.ts';
import { parseEmail } from '../identifiers/email.ts';
import { parseNit, whyDoubtfulNit } from '../identifiers/nit.ts';
import { withoutSeparators } from '../identifiers/text.ts';
import { callersName } from '../refusals/callers-name.ts';
import { districtOfAddress } from '../territory/district-of-address.ts';
import { isForeign, isPlaceAbroad, placeOrAbroad } from '../territory/lives-abroad.ts';
import { filledIn, type Warning, warning } from './warning.ts';

/** The member of the recipient that says what a caller did not, by the field that would have said it. */
const FILLED_IN: readonly (readonly [keyof PartyOrder, string])[] = [
  ['email', 'correo'],
  ['country', 'nombrePais'],
  ['personType', 'tipoPersona'],
  ['activityCode', 'descActividad'],
];

/** Where a party stands in a document, and what it is called in the request. */
export interface PartyInDocument {
  /** `customer` or `subject`. */
  readonly path: string;
  readonly recipient: Members;
  readonly issuerNit: string | null;
}

/** What was filled in, left out or put right of a customer or subject, told from the document's own recipient. */
export function partyWarnings(
  tipoDte: TipoDte,
  party: PartyOrder,
  { path, recipient, issuerNit }: PartyInDocument,
): readonly Warning[] {
  const at = (key: keyof PartyOrder) => `${path}.${callersName(key)}`;
  const direccion = membersAt(recipient, 'direccion');
  return [
    ...documentTypeWarnings(tipoDte, party, { at, recipient }),
    ...FILLED_IN.flatMap(([key, member]) =>
      party[key] === null ? filledIn(at(key), textAt(recipient, member)) : [],
    ),
    ...UNUSED_OF_PARTY[tipoDte].flatMap((key) => (party[key] === null ? [] : [unused(at(key))])),
    ...nrcWarnings(tipoDte, party, { at, recipient }),
    ...numberWarnings(party, { at, recipient }, issuerNit),
    ...emailWarnings(party, at('email')),
    ...(tipoDte === FACTURA.code ? abroadWarnings(party, direccion, path) : []),
    ...placeWarnings(party, direccion, path),
    ...addressWarnings(party, { at, recipient }),
  ];
}

function unused(path: string): Warning {
  return warning('field_ignored', path, 'No va en este tipo de documento: no se toma en cuenta.');
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
  return [warning('field_ignored', at('nrc'), message)];
}

/** CAT-022. */
const NIT = '36';

/** A number that the document may carry and that is nobody's, or the issuer's. */
function numberWarnings(
  { documentNumber, nit: sent }: PartyOrder,
  { at, recipient }: Looking,
  issuerNit: string | null,
): readonly Warning[] {
  const path = at(documentNumber === null ? 'nit' : 'documentNumber');
  if (issuerNit !== null && withoutSeparators(documentNumber ?? sent ?? '') === issuerNit)
    return [warning('is_issuer', path, 'Es el número de la empresa que emite.')];
  const carried = textAt(recipient, 'tipoDocumento') === NIT ? 'numDocumento' : 'nit';
  const nit = parseNit(textAt(recipient, carried) ?? '');
  const why = nit === null ? null : whyDoubtfulNit(nit);
  if (why === null) return [];
  const message = `El NIT parece mal escrito: ${why}. Si no existe, Hacienda rechazaría el documento.`;
  return [warning('doubtful_nit', path, message)];
}

/** There Hacienda is the judge, and here its judgement can be told beforehand. */
function emailWarnings({ email }: PartyOrder, path: string): readonly Warning[] {
  if (email === null || parseEmail(email) !== null) return [];
  return [
    warning('doubtful_email', path, 'No tiene la forma de un correo: Hacienda rechazaría el documento.'),
  ];
}

/** Where no place was sent at all, that is told of the place; an address abroad has none of the catalogs. */
function addressWarnings(
  { address, department, district }: PartyOrder,
  { at, recipient }: Looking,
): readonly Warning[] {
  const direccion = membersAt(recipient, 'direccion');
  const sent = (address ?? '').trim();
  const carried = textAt(direccion ?? recipient, 'complemento');
  const isAssumed = direccion !== null && department === null && district === null;
  if (sent === '') return isAssumed ? [] : filledIn(at('address'), carried);
  if (carried === null || carried.includes(sent)) return [];
  return [warning('text_cut', at('address'), `No cabe entero: el documento lleva «${carried}».`)];
}

/** What another country makes of the place, which it does on a Factura alone. */
function abroadWarnings(party: PartyOrder, direccion: Members | null, path: string): readonly Warning[] {
  if (!isPlaceAbroad(placeOrAbroad(party)))
    return isForeign(party.country) ? [warning('field_ignored', `${path}.country`, PLACE_COUNTS)] : [];
  if (direccion === null) return [warning('place_abroad', path, NO_ADDRESS)];
  return party.department === null ? [warning('place_abroad', path, ABROAD)] : [];
}

const PLACE_COUNTS = 'No se toma en cuenta: el lugar que envió es de El Salvador.';
const ABROAD = 'Vive en el extranjero y no envió un lugar de El Salvador: el documento lleva 00/00/00.';
const NO_ADDRESS = 'Vive en el extranjero: en el esquema v1 el documento no lleva dirección.';

/**
 * What became of the place that a caller sent, told from the address that the document carries; one abroad is no place of
 * the catalogs, and an export has no such address.
 */
function placeWarnings(party: PartyOrder, direccion: Members | null, path: string): readonly Warning[] {
  const { department, municipality: sent, district, districtCode } = party;
  const place = direccion === null ? null : placeIn(direccion);
  if (place === null || place.departamento === abroad.code) return [];
  if (district !== null) return contradicted(party, place, path);
  if (department === null) {
    const message = `Sin lugar, el documento lleva el del establecimiento que emite: ${placeText(place)}.`;
    return [warning('place_assumed', path, message)];
  }
  if (sent === null || districtCode !== null) return [];
  const code = shortCode(sent);
  if (code !== place.municipio) {
    const message = `El código ${shown(sent)} es anterior a 2024: el documento lleva ${placeText(place)}, municipio ${shown(place.municipio)}.`;
    return [warning('old_code_translated', `${path}.municipality`, message)];
  }
  const { length } = districtsOf(place.departamento, place.municipio);
  if (length < 2) return [];
  const message = `Sin distrito, el documento lleva ${placeText(place)}; ese municipio tiene ${length} distritos.`;
  return [warning('district_guessed', `${path}.municipality`, message)];
}

/** The place of an address; in v1 its district is what the text ends with. Null where there is none. */
export function placeIn(direccion: Members): Territory | null {
  const departamento = textAt(direccion, 'departamento');
  const municipio = textAt(direccion, 'municipio');
  if (departamento === null || municipio === null) return null;
  const distrito = textAt(direccion, 'distrito');
  if (distrito !== null) return { departamento, municipio, distrito };
  return districtOfAddress({ departamento, municipio, complemento: textAt(direccion, 'complemento') ?? '' });
}

/** `district` decides alone: what is sent beside it counts only where it says the same. */
function contradicted(party: PartyOrder, place: Territory, path: string): readonly Warning[] {
  const given = [
    ['department', party.department, place.departamento],
    ['municipality', party.municipality === null ? null : shortCode(party.municipality), place.municipio],
    ['district_code', party.districtCode, place.distrito],
  ] as const;
  return given.flatMap(([field, sent, carried]): readonly Warning[] => {
    if (sent === null || sent === carried) return [];
    const message = `No se toma en cuenta: decide district, que es ${placeText(place)}.`;
    return [warning('field_ignored', `${path}.${field}`, message)];
  });
}

function shortCode(code: string): string {
  return code.length === 4 ? code.slice(2) : code;
}

function shown(code: string): string {
  return `«${code}»`;
}

/** «Apopa (02), San Salvador Oeste». */
export function placeText({ departamento, municipio, distrito }: Territory): string {
  const district = districtByCode(departamento, distrito)?.name ?? distrito;
  return `${district} (${distrito}), ${municipality(departamento, municipio)?.name ?? municipio}`;
}
