import { type CodedCatalogId, catalogEntry } from '../../catalogs/official-catalogs.ts';
import type { ExportDefaults } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';
import type { ExportOrder, OrderLine } from './order.ts';

/** How the goods or services leave the country; all but the first null for services. */
export interface ExportTerms {
  /** CAT-011 for the whole: 1 goods, 2 services, 3 both. */
  readonly tipoItemExpor: number;
  /** CAT-027. */
  readonly recintoFiscal: string | null;
  /** CAT-033. */
  readonly tipoRegimen: string | null;
  /** CAT-028. */
  readonly regimen: string | null;
  /** CAT-031. */
  readonly codIncoterms: string | null;
  readonly descIncoterms: string | null;
}

/** CAT-011. */
const GOODS = 1;
const SERVICES = 2;
/** fe-fex-v3 knows goods and services, of the whole as of each line; fe-fex-v1 knows a whole that is both. */
export const BOTH = 3;

interface Terms {
  readonly terms: ExportOrder | null;
  readonly defaults: ExportDefaults;
  readonly lines: readonly OrderLine[];
  readonly generation: SchemaGeneration;
}

/**
 * How an export leaves the country: the order's terms, else the company's. Goods need precinct, regime and incoterm;
 * services must have none of them (fe-fex-v1 condition; the authority checks it in v3).
 */
export function readExportTerms(given: Terms): Read<ExportTerms> {
  const { terms, defaults, generation } = given;
  const tipoItemExpor = terms?.itemType ?? usualType(given);
  if (tipoItemExpor === SERVICES) return serviceTerms(terms);
  const incoterm = readCode('incoterm', 'CAT-031', terms?.incoterm ?? defaults.incoterm);
  const precinct = readCode('fiscal_precinct', 'CAT-027', terms?.fiscalPrecinct ?? defaults.fiscalPrecinct);
  const type = readCode('regime_type', 'CAT-033', terms?.regimeType ?? defaults.regimeType);
  const regime = readCode('regime', 'CAT-028', terms?.regime ?? defaults.regime);
  const value = {
    tipoItemExpor,
    recintoFiscal: precinct.value,
    tipoRegimen: type.value,
    regimen: regime.value,
    codIncoterms: incoterm.value,
    descIncoterms:
      incoterm.value === null ? null : (catalogEntry('CAT-031', incoterm.value)?.description ?? null),
  };
  const isUnknown = tipoItemExpor === BOTH && generation === 'v2';
  return {
    value,
    problems: [...(isUnknown ? [NOT_BOTH] : []), ...problemsOf(incoterm, precinct, type, regime)],
  };
}

const NOT_BOTH: FieldProblem = {
  path: 'export.item_type',
  code: 'not_in_schema',
  message: 'Debe ser 1 o 2 en una exportación.',
};

/** Lines that are all services are an export of services, whatever the company exports as a rule. */
function usualType({ defaults, lines, generation }: Terms): number {
  if (lines.every((line) => line.itemType === SERVICES)) return SERVICES;
  const usual = defaults.itemType ?? GOODS;
  return usual === BOTH && generation === 'v2' ? GOODS : usual;
}

const GOODS_FIELDS = [
  ['incoterm', 'incoterm'],
  ['fiscalPrecinct', 'fiscal_precinct'],
  ['regimeType', 'regime_type'],
  ['regime', 'regime'],
] as const;

function serviceTerms(terms: ExportOrder | null): Read<ExportTerms> {
  const given = GOODS_FIELDS.filter(([key]) => terms !== null && terms[key] !== null);
  const value = {
    tipoItemExpor: SERVICES,
    recintoFiscal: null,
    tipoRegimen: null,
    regimen: null,
    codIncoterms: null,
    descIncoterms: null,
  };
  const message = 'No se envía en una exportación de servicios.';
  return {
    value,
    problems: given.map(([, field]) => ({ path: `export.${field}`, code: 'not_allowed', message })),
  };
}

function readCode(field: string, catalog: CodedCatalogId, code: string | null): Read<string | null> {
  const path = `export.${field}`;
  if (code === null)
    return unreadable({ path, code: 'required', message: 'Es obligatorio en una exportación de bienes.' });
  if (catalogEntry(catalog, code) !== null) return read(code);
  return unreadable({ path, code: 'unknown_code', message: `No existe en el catálogo (${catalog}).` });
}
