import type { District } from '../../catalogs/catalog.ts';
import { abroad, departmentByCode, municipality } from '../../catalogs/departments.ts';
import {
  districtByCode,
  districtById,
  districtOfLegacyMunicipality,
  districtsOf,
} from '../../catalogs/districts.ts';
import { cabanasSwap } from '../../catalogs/municipality-meanings.ts';
import type { Territory } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { meantInstead } from '../refusals/coded-fields.ts';
import type { SentPlace } from '../refusals/meant-places.ts';
import type { Fault } from '../refusals/refusal.ts';

/** What a caller says about a place (specification 2.5); a field that was not sent is undefined. */
export interface TerritoryInput {
  /** Two digits, CAT-012. */
  readonly department?: string | undefined;
  /** Short (two digits) or long (four digits, the department's two included). */
  readonly municipality?: string | undefined;
  /** Two digits, CAT-008. */
  readonly districtCode?: string | undefined;
  /** Six digits, the identifier that the district search gives. */
  readonly district?: string | undefined;
}

/** What is wrong with a place, with the field in the caller's names. */
export interface TerritoryProblem extends Fault {
  readonly kind: 'problem';
  readonly field: 'department' | 'municipality' | 'district' | 'district_code';
}

export type TerritoryResolution =
  | { readonly kind: 'territory'; readonly territory: Territory }
  | TerritoryProblem;

/** A department that exists and a municipality code of two digits, of 2024 or older, that may not. */
interface Place {
  readonly department: string;
  readonly municipality: string;
}

const placeAbroad: Territory = { departamento: abroad.code, municipio: abroad.code, distrito: abroad.code };

function problem(field: TerritoryProblem['field'], message: string): TerritoryProblem {
  return { kind: 'problem', field, code: 'unknown_place', message };
}

function missing(field: TerritoryProblem['field'], message: string): TerritoryProblem {
  return { kind: 'problem', field, code: 'required', message };
}

/** A code as a message repeats it: enough to recognise it, never a caller's whole text. */
function shown(code: string): string {
  return `«${code.length > 12 ? `${code.slice(0, 12)}…` : code}»`;
}

function resolved(district: District): TerritoryResolution {
  const { departmentCode, municipalityShortCode, code } = district;
  return {
    kind: 'territory',
    territory: { departamento: departmentCode, municipio: municipalityShortCode, distrito: code },
  };
}

/** Rule B: the identifier says everything. */
function byIdentifier(id: string, sent: SentPlace): TerritoryResolution {
  const district = districtById(id);
  if (district !== null) return resolved(district);
  return problem(
    'district',
    meantInstead('district', id, sent) ??
      `No existe el distrito ${shown(id)}; vea /catalogs/districts/search.`,
  );
}

function unknownMunicipality(place: Place): TerritoryProblem {
  const { department, municipality: code } = place;
  return problem(
    'municipality',
    meantInstead('municipality', code, { department }) ??
      `No existe el municipio ${shown(code)} en el departamento ${shown(department)}; vea /catalogs/departments.`,
  );
}

/** A municipality code from before 2024 cannot stand beside a district code: the answer names the code of today. */
function unknownOrOutdatedMunicipality(place: Place): TerritoryProblem {
  const district = districtOfLegacyMunicipality(place.department, place.municipality);
  if (district === null) return unknownMunicipality(place);
  const { name, municipalityShortCode } = district;
  const text = `El código ${shown(place.municipality)} es anterior a 2024; el distrito ${name} pertenece al municipio`;
  return problem('municipality', `${text} ${shown(municipalityShortCode)}.`);
}

/** For callers whose data still has the two municipalities of Cabañas the other way round. */
const swapExplanation = `; desde el ${cabanasSwap.from} el código 10 es ${cabanasSwap.since['10']} y el 11 es ${cabanasSwap.since['11']}`;

function wrongMunicipality(place: Place, district: District): TerritoryProblem {
  const { name, code, departmentCode, municipalityShortCode } = district;
  const parent = municipality(departmentCode, municipalityShortCode);
  const text = `El distrito ${shown(code)} (${name}) pertenece al municipio ${shown(municipalityShortCode)}`;
  const swap = departmentCode === cabanasSwap.departmentCode ? swapExplanation : '';
  return problem(
    'district_code',
    `${text} (${parent?.name ?? ''}), no al ${shown(place.municipality)}${swap}.`,
  );
}

/** Rule A: department, municipality of 2024 and district code must be a trio that exists. */
function byTrio(place: Place, districtCode: string): TerritoryResolution {
  if (municipality(place.department, place.municipality) === null)
    return unknownOrOutdatedMunicipality(place);
  const district = districtByCode(place.department, districtCode);
  if (district === null) {
    const where = `el municipio ${shown(place.municipality)} del departamento ${shown(place.department)}`;
    const text = `No existe el distrito ${shown(districtCode)} en ${where}; vea /catalogs/districts/search.`;
    return problem('district_code', meantInstead('district_code', districtCode, place) ?? text);
  }
  return district.municipalityShortCode === place.municipality
    ? resolved(district)
    : wrongMunicipality(place, district);
}

/**
 * Rule C: a municipality of 2024 gives the issuer's district if it lies there, else its lowest district code; a code
 * from before 2024 is a district's. No code means both in one department (a test proves it of the data); if one ever
 * did, the code of 2024 would win.
 */
function byMunicipality(place: Place, issuer: Territory): TerritoryResolution {
  const { department, municipality: code } = place;
  const isIssuers = issuer.departamento === department && issuer.municipio === code;
  if (isIssuers) return { kind: 'territory', territory: issuer };
  const district = districtsOf(department, code)[0] ?? districtOfLegacyMunicipality(department, code);
  return district === null ? unknownMunicipality(place) : resolved(district);
}

/** The municipality's code without its department's digits; null where it carries another department's. */
function shortCode(department: string, code: string): string | null {
  if (code.length !== 4) return code;
  return code.startsWith(department) ? code.slice(2) : null;
}

/** Code 00 of CAT-008, CAT-012 and CAT-013: all three or, without a district, both. The v1 schemas lack it. */
function placeAbroadOf(
  code: string,
  districtCode: string | undefined,
  generation: SchemaGeneration,
): TerritoryResolution {
  if (generation === 'v1') {
    return problem(
      'department',
      'El código «00» (extranjero) no existe en la versión anterior de los esquemas.',
    );
  }
  if (code !== abroad.code) return unknownMunicipality({ department: abroad.code, municipality: code });
  if (districtCode !== undefined && districtCode !== abroad.code) {
    return problem(
      'district_code',
      `Con el departamento «00» (extranjero) el distrito es «00», no ${shown(districtCode)}.`,
    );
  }
  return { kind: 'territory', territory: placeAbroad };
}

/** No department: the issuer's own place where nothing else was sent either. */
function withoutDepartment(input: TerritoryInput, issuer: Territory): TerritoryResolution {
  if (input.districtCode !== undefined)
    return missing('department', 'Es obligatorio junto con district_code.');
  if (input.municipality !== undefined)
    return missing('department', 'Es obligatorio junto con municipality.');
  return { kind: 'territory', territory: issuer };
}

/**
 * The place of a customer or a subject (specification 2.5 and 9.3, design section 7). In this order: (B) `district`
 * wins over everything else; nothing sent is the issuer's own place; (A) `district_code` with department and
 * municipality; (C) department and municipality alone. The place is always one that exists.
 *
 * Municipality codes have the meaning in force since 2026-07-01, also the two of Cabañas that were swapped that day.
 * `00` with `00` is abroad, in v2 only.
 */
export function resolveTerritory(
  input: TerritoryInput,
  issuer: Territory,
  generation: SchemaGeneration = 'v2',
): TerritoryResolution {
  const { department, municipality: sentCode, districtCode, district } = input;
  if (district !== undefined) return byIdentifier(district, input);
  if (department === undefined) return withoutDepartment(input, issuer);
  if (sentCode === undefined) return missing('municipality', 'Es obligatorio junto con department.');
  const code = shortCode(department, sentCode);
  if (department === abroad.code) return placeAbroadOf(code ?? sentCode, districtCode, generation);
  if (departmentByCode(department) === null)
    return problem(
      'department',
      meantInstead('department', department) ??
        `No existe el departamento ${shown(department)}; vea /catalogs/departments.`,
    );
  if (code === null) {
    const text = `El municipio ${shown(sentCode)} no pertenece al departamento ${shown(department)}.`;
    return problem('municipality', meantInstead('municipality', sentCode, { department }) ?? text);
  }
  const place = { department, municipality: code };
  return districtCode === undefined ? byMunicipality(place, issuer) : byTrio(place, districtCode);
}

/**
 * The place of an issuer, which has nobody to fall back to: `district`, or `district_code` with department and
 * municipality. Null where either is missing or no such place exists in the country.
 */
export function resolveIssuerTerritory(input: TerritoryInput): Territory | null {
  if (input.district === undefined && input.districtCode === undefined) return null;
  // Neither rule A nor rule B looks at the issuer; v1 is the generation without places abroad.
  const resolution = resolveTerritory(input, placeAbroad, 'v1');
  return resolution.kind === 'territory' ? resolution.territory : null;
}
