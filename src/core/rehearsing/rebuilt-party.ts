import { activities } from '../../catalogs/data/activities.ts';
import { districtsOf } from '../../catalogs/districts.ts';
import { cabanasSwap } from '../../catalogs/municipality-meanings.ts';
import type { Company, Territory } from '../company/company.ts';
import { type PartyOrder, UNDESCRIBED } from '../drafting/order.ts';
import { DEFAULT_DOCUMENT_TYPE, OTHER_ACTIVITY } from '../drafting/party.ts';
import { activityText } from '../dte/field-texts.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { integerIn, objectIn, textIn, textOrNullIn } from '../dte/read-dte.ts';
import type { JsonObject } from '../json/read-json.ts';
import { districtOfAddress } from '../territory/district-of-address.ts';
import { PLACE_ABROAD } from '../territory/lives-abroad.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';

/** What a document is read back with. */
export interface RebuildSetting {
  readonly company: Company;
  /** The generation that the document is rebuilt in. */
  readonly generation: SchemaGeneration;
  readonly issuerTerritory: Territory;
  /** The day of its issue, `YYYY-MM-DD`. */
  readonly issuedOn: string;
}

/** The recipient of types 01, 03 and 14. What is the value of its absence is left open, because it may have been absent. */
export function domesticParty(receptor: JsonObject, setting: RebuildSetting): PartyOrder {
  return {
    ...partyIn(receptor),
    nrc: textOrNullIn(receptor, 'nrc'),
    activityCode: textOrNullIn(receptor, 'codActividad'),
    // A document without an address goes to somebody abroad.
    ...(receptor['direccion'] === null ? PLACE_ABROAD : placeIn(objectIn(receptor, 'direccion'), setting)),
  };
}

/** CAT-019 by its descriptions as documents carry them. */
const CODE_BY_TEXT: ReadonlyMap<string, string> = new Map(
  activities.rows.map(({ code, description }) => [activityText(description), code]),
);

/** The recipient of type 11, whose activity is told by its description. */
export function foreignParty(receptor: JsonObject): PartyOrder {
  const activity = CODE_BY_TEXT.get(textIn(receptor, 'descActividad')) ?? null;
  return {
    ...partyIn(receptor),
    activityCode: activity === OTHER_ACTIVITY ? null : activity,
    address: textIn(receptor, 'complemento'),
    country: textIn(receptor, 'codPais'),
    personType: integerIn(receptor, 'tipoPersona'),
  };
}

/** What every recipient says. */
function partyIn(receptor: JsonObject): PartyOrder {
  const type = textOrNullIn(receptor, 'tipoDocumento');
  return {
    ...UNDESCRIBED,
    name: textOrNullIn(receptor, 'nombre'),
    documentType: type === DEFAULT_DOCUMENT_TYPE ? null : type,
    documentNumber: textOrNullIn(receptor, 'nit' in receptor ? 'nit' : 'numDocumento'),
    email: textOrNullIn(receptor, 'correo'),
    phone: textOrNullIn(receptor, 'telefono'),
    tradeName: textOrNullIn(receptor, 'nombreComercial'),
  };
}

/**
 * The place of an address. A v1 document has no field for the district, but its text ends with the district's name: one
 * that is not the default of its municipality was meant, and so is the only one that there is; any other may be a default.
 */
function placeIn(
  direccion: JsonObject,
  setting: RebuildSetting,
): Pick<PartyOrder, 'address' | 'department' | 'municipality' | 'districtCode'> {
  const departamento = textIn(direccion, 'departamento');
  const municipio = municipalityToday(departamento, textIn(direccion, 'municipio'), setting.issuedOn);
  const complemento = textIn(direccion, 'complemento');
  const named =
    textOrNullIn(direccion, 'distrito') ??
    districtOfAddress({ departamento, municipio, complemento })?.distrito ??
    null;
  const isTold =
    'distrito' in direccion ||
    districtsOf(departamento, municipio).length === 1 ||
    named !== defaultDistrict(departamento, municipio, setting);
  return {
    address: complemento,
    department: departamento,
    municipality: municipio,
    districtCode: isTold ? named : null,
  };
}

/** The district that a place without one gets (specification 9.3). */
function defaultDistrict(department: string, municipality: string, setting: RebuildSetting): string | null {
  const { issuerTerritory, generation } = setting;
  const resolution = resolveTerritory({ department, municipality }, issuerTerritory, generation);
  return resolution.kind === 'territory' ? resolution.territory.distrito : null;
}

/** The code that a municipality has today which a document of that day names. */
export function municipalityToday(department: string, code: string, issuedOn: string): string {
  const { departmentCode, from, before, since } = cabanasSwap;
  if (department !== departmentCode || issuedOn >= from || (code !== '10' && code !== '11')) return code;
  return since['10'] === before[code] ? '10' : '11';
}
