import { abroad, municipality } from '../../catalogs/departments.ts';
import { districtByCode, districtsOf } from '../../catalogs/districts.ts';
import type { Territory } from '../company/company.ts';
import type { PartyOrder } from '../drafting/order.ts';
import { type Members, textAt } from '../dte/official-json.ts';
import { districtOfAddress } from '../territory/district-of-address.ts';
import type { Warning } from './warning.ts';

/** What became of the place that a caller sent, told from the address that the document carries. */
export function placeWarnings(party: PartyOrder, direccion: Members, path: string): readonly Warning[] {
  const { department, municipality: sent, district, districtCode } = party;
  const place = placeIn(direccion);
  if (place === null) return [];
  if (district !== null) return contradicted(party, place, path);
  if (department === null) {
    const message = `Sin lugar, el documento lleva el del establecimiento que emite: ${placeText(place)}.`;
    return [{ code: 'place_assumed', path, message }];
  }
  if (sent === null || districtCode !== null || department === abroad.code) return [];
  const code = shortCode(sent);
  if (code !== place.municipio) {
    const message = `El código ${shown(sent)} es anterior a 2024: el documento lleva ${placeText(place)}, municipio ${shown(place.municipio)}.`;
    return [{ code: 'old_code_translated', path: `${path}.municipality`, message }];
  }
  const { length } = districtsOf(place.departamento, place.municipio);
  if (length < 2) return [];
  const message = `Sin distrito, el documento lleva ${placeText(place)}; ese municipio tiene ${length} distritos.`;
  return [{ code: 'district_guessed', path: `${path}.municipality`, message }];
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
    return [{ code: 'field_ignored', path: `${path}.${field}`, message }];
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
