import { type CodedCatalogId, catalogEntry } from '../../catalogs/official-catalogs.ts';
import type { ExportDefaults } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { FieldProblem } from '../refusals/problem.ts';
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
export function readExportTerms(given: Terms, problems: FieldProblem[]): ExportTerms {
  const { terms, defaults, generation } = given;
  const tipoItemExpor = terms?.itemType ?? usualType(given);
  if (tipoItemExpor === SERVICES) return serviceTerms(terms, problems);
  if (tipoItemExpor === BOTH && generation === 'v2')
    problems.push({
      path: 'export.item_type',
      code: 'not_in_schema',
      message: 'Debe ser 1 o 2 en una exportación.',
    });
  const read = coded(problems);
  const codIncoterms = read('incoterm', 'CAT-031', terms?.incoterm ?? defaults.incoterm);
  return {
    tipoItemExpor,
    recintoFiscal: read('fiscal_precinct', 'CAT-027', terms?.fiscalPrecinct ?? defaults.fiscalPrecinct),
    tipoRegimen: read('regime_type', 'CAT-033', terms?.regimeType ?? defaults.regimeType),
    regimen: read('regime', 'CAT-028', terms?.regime ?? defaults.regime),
    codIncoterms,
    descIncoterms:
      codIncoterms === null ? null : (catalogEntry('CAT-031', codIncoterms)?.description ?? null),
  };
}

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

function serviceTerms(terms: ExportOrder | null, problems: FieldProblem[]): ExportTerms {
  for (const [key, field] of GOODS_FIELDS) {
    if (terms !== null && terms[key] !== null)
      problems.push({
        path: `export.${field}`,
        code: 'not_allowed',
        message: 'No se envía en una exportación de servicios.',
      });
  }
  return {
    tipoItemExpor: SERVICES,
    recintoFiscal: null,
    tipoRegimen: null,
    regimen: null,
    codIncoterms: null,
    descIncoterms: null,
  };
}

type Reader = (field: string, catalog: CodedCatalogId, code: string | null) => string | null;

function coded(problems: FieldProblem[]): Reader {
  return (field, catalog, code) => {
    if (code !== null && catalogEntry(catalog, code) !== null) return code;
    const path = `export.${field}`;
    problems.push(
      code === null
        ? { path, code: 'required', message: 'Es obligatorio en una exportación de bienes.' }
        : { path, code: 'unknown_code', message: `No existe en el catálogo (${catalog}).` },
    );
    return null;
  };
}
