import { nitCheckDigitHolds } from '../identifiers/nit.ts';
import type { Problem } from '../refusals/problem.ts';
import type { Company, Establishment } from './company.ts';
import { readEstablishments } from './file-establishments.ts';
import { readGenerations } from './file-generations.ts';
import { type CompanyFileContext, readAddress, readTerritory, TERRITORY_FIELDS } from './file-place.ts';
import { FILE_RULES } from './file-rules.ts';
import {
  readBranding,
  readContingency,
  readDelivery,
  readExportDefaults,
  readInvalidation,
  readWindows,
} from './file-settings.ts';
import {
  choiceAt,
  flagAt,
  isComplete,
  type ObjectSite,
  openObject,
  report,
  requireFields,
  textAt,
} from './file-site.ts';
import { everIssuesV2 } from './generation.ts';

/** The fields of a company file, in the order in which `companyFileOf` writes them. */
export const COMPANY_FILE_FIELDS: readonly string[] = [
  'slug',
  'environment',
  'nit',
  'nrc',
  'name',
  'trade_name',
  'activity_code',
  'person_type',
  'phone',
  'email',
  'address',
  ...TERRITORY_FIELDS,
  'schema_generation',
  'series_mode',
  'establishments',
  'default_establishment',
  'default_point_of_sale',
  'vat_perception_agent',
  'export_defaults',
  'invalidation',
  'delivery',
  'branding',
  'windows',
  'contingency',
];

const REQUIRED_FIELDS = [
  'slug',
  'environment',
  'nit',
  'nrc',
  'name',
  'activity_code',
  'phone',
  'email',
  'address',
  'schema_generation',
  'establishments',
];

export type { CompanyFileContext };

/** CAT-029. */
const PERSON_TYPES = [1, 2] as const;
const [NATURAL_PERSON, LEGAL_PERSON] = PERSON_TYPES;

export type CompanyFileResult =
  | { readonly kind: 'company'; readonly company: Company; readonly warnings: readonly Problem[] }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/**
 * Reads the JSON value of a company file and reports every mistake in it at once, in the file's own names.
 *
 * Required: `slug`, `environment`, `nit`, `nrc`, `name`, `activity_code`, `phone`, `email`, `address`,
 * `schema_generation`, `establishments`, and the territory: `department`, `municipality` and `district_code`, or a
 * `district` alone. A JSON null counts as absent. Defaults: `person_type` 1 where the NIT is a DUI (9 digits), else 2;
 * `series_mode` centralized; `default_establishment` the first of the list and `default_point_of_sale` its first;
 * `vat_perception_agent` false; `kind` of an establishment by the letter of its code (S 01, M 02, B 04, P 07, else
 * 01); `invalidation.default_type` 2; `contingency.type` 1; everything else null.
 */
export function parseCompanyFile(value: unknown, context: CompanyFileContext): CompanyFileResult {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const site = openObject(value, COMPANY_FILE_FIELDS, { path: '', problems });
  if (site === null) return { kind: 'problems', problems };
  requireFields(site, REQUIRED_FIELDS);
  const identity = readIdentity(site, context);
  const place = readPlace(site, context, warnings);
  const settings = readSettings(site);
  const statedPersonType = choiceAt(site, 'person_type', PERSON_TYPES);
  if (identity === null || place === null || problems.length > 0) return { kind: 'problems', problems };
  if (!nitCheckDigitHolds(identity.nit)) {
    warnings.push({
      path: 'nit',
      message: 'el dígito verificador no coincide; revise que el NIT sea correcto.',
    });
  }
  const implied = identity.nit.length === 9 ? NATURAL_PERSON : LEGAL_PERSON;
  return {
    kind: 'company',
    company: { ...identity, ...place, ...settings, personType: statedPersonType ?? implied },
    warnings,
  };
}

function readIdentity(site: ObjectSite, context: CompanyFileContext) {
  const identity = {
    slug: textAt(site, 'slug', FILE_RULES.slug),
    ambiente: choiceAt(site, 'environment', ['00', '01']),
    nit: textAt(site, 'nit', FILE_RULES.nit),
    nrc: textAt(site, 'nrc', FILE_RULES.nrc),
    name: textAt(site, 'name', FILE_RULES.companyName),
    activityCode: readActivity(site, context),
    phone: textAt(site, 'phone', FILE_RULES.phone),
    email: textAt(site, 'email', FILE_RULES.email),
  };
  return isComplete(identity) ? identity : null;
}

function readActivity(site: ObjectSite, context: CompanyFileContext): string | null {
  const code = textAt(site, 'activity_code', FILE_RULES.activityCode);
  if (code === null || context.activityExists(code)) return code;
  report(site, 'activity_code', `la actividad económica ${code} no está en el catálogo CAT-019.`);
  return null;
}

function readPlace(site: ObjectSite, context: CompanyFileContext, warnings: Problem[]) {
  const territory = readTerritory(site, context);
  const generations = readGenerations(site, warnings);
  const v2 = generations !== null && everIssuesV2(generations);
  const establishments = readEstablishments(site, { context, territory, v2 });
  const defaults = establishments === null ? null : readDefaults(site, establishments);
  const place = { address: readAddress(site, territory), generations, establishments };
  return isComplete(place) && defaults !== null ? { ...place, ...defaults } : null;
}

/** The establishment and point of sale of a document that names none. */
function readDefaults(site: ObjectSite, establishments: readonly Establishment[]) {
  const code = textAt(site, 'default_establishment', FILE_RULES.establishmentCode) ?? establishments[0]?.code;
  const establishment = establishments.find((candidate) => candidate.code === code);
  if (code === undefined || establishment === undefined) {
    report(site, 'default_establishment', `${code} no está en establishments.`);
    return null;
  }
  const pointOfSale =
    textAt(site, 'default_point_of_sale', FILE_RULES.pointOfSaleCode) ?? establishment.pointsOfSale[0];
  if (pointOfSale === undefined || !establishment.pointsOfSale.includes(pointOfSale)) {
    report(
      site,
      'default_point_of_sale',
      `${pointOfSale} no es un punto de venta del establecimiento ${code}.`,
    );
    return null;
  }
  return { defaultEstablishment: code, defaultPointOfSale: pointOfSale };
}

function readSettings(site: ObjectSite) {
  return {
    tradeName: textAt(site, 'trade_name', FILE_RULES.tradeName),
    seriesMode:
      choiceAt(site, 'series_mode', ['centralized', 'establishment', 'point_of_sale']) ?? 'centralized',
    vatPerceptionAgent: flagAt(site, 'vat_perception_agent') ?? false,
    exportDefaults: readExportDefaults(site),
    invalidation: readInvalidation(site),
    delivery: readDelivery(site),
    branding: readBranding(site),
    windows: readWindows(site),
    contingency: readContingency(site),
  } as const;
}
