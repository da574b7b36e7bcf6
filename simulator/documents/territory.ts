import { departmentByCode, municipality } from '../../src/catalogs/departments.ts';
import { districtByCode, districtOfLegacyMunicipality } from '../../src/catalogs/districts.ts';
import { isRecord, type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import { firstOf, type Refusal } from '../verdict/refusal.ts';
import { clasificaMsgOf } from './coded-fields.ts';
import type { Rule } from './document-kind.ts';

/** What stands for a place abroad in CAT-008, CAT-012 and CAT-013. */
const ABROAD = '00';

/** The parts of a document that have an address of the country. */
const PARTIES = ['emisor', 'receptor', 'sujetoExcluido'];

/** Department, municipality and district exist, and one lies in the other (CAT-012, CAT-013, CAT-008). */
export const territoryV2: Rule = (document) =>
  firstOfParties(document, (direccion, party) => {
    const [departamento, municipio, distrito] = codes(direccion);
    const abroad = [departamento, municipio, distrito].every((code) => code === ABROAD);
    if (abroad && party !== 'emisor') return null;
    const place = districtByCode(departamento, distrito);
    const at = (key: string) => `${party}.direccion.${key}`;
    const clasificaMsg = clasificaMsgOf(party);
    return firstOf([
      [departmentByCode(departamento) === null, clasificaMsg, '003', at('departamento')],
      [municipality(departamento, municipio) === null, clasificaMsg, '003', at('municipio')],
      [place?.municipalityShortCode !== municipio, clasificaMsg, '003', at('distrito')],
    ]);
  });

/** A municipality of the department: one of 2024, or of those before it, because the authority seals both. */
export const territoryV1: Rule = (document) =>
  firstOfParties(document, (direccion, party) => {
    const [departamento, municipio] = codes(direccion);
    const place =
      municipality(departamento, municipio) ?? districtOfLegacyMunicipality(departamento, municipio);
    return firstOf([[place === null, clasificaMsgOf(party), '003', `${party}.direccion.municipio`]]);
  });

type PlaceCheck = (direccion: JsonRecord, party: string) => Refusal | null;

function firstOfParties(document: JsonRecord, check: PlaceCheck): Refusal | null {
  for (const party of PARTIES) {
    const direccion = recordIn(document, party)['direccion'];
    const refusal = isRecord(direccion) ? check(direccion, party) : null;
    if (refusal !== null) return refusal;
  }
  return null;
}

function codes(direccion: JsonRecord): readonly [string, string, string] {
  const code = (key: string) => textIn(direccion, key) ?? '';
  return [code('departamento'), code('municipio'), code('distrito')];
}
