import { type CodedCatalogId, catalogEntry } from '../../catalogs/official-catalogs.ts';
import type { ExportDefaults } from '../company/company.ts';
import { GOODS, SERVICES } from '../dte/item-types.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { IVA_EXPORTACION } from '../dte/tributos.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { round2, sum } from '../money/decimal.ts';
import { callersName } from '../refusals/callers-name.ts';
import { wrongCode } from '../refusals/coded-fields.ts';
import {
  type FieldProblem,
  fieldProblem,
  problemsOf,
  type Read,
  read,
  unreadable,
} from '../refusals/refusal.ts';
import { type Content, type Groundwork, limitProblems, type TypeRules } from './every-draft.ts';
import { longTradeName } from './issuer.ts';
import type { DraftContext, ExportOrder, Order, OrderLine } from './order.ts';
import { readExtranjero } from './party.ts';
import { lineValues, type PricedLine, readDollars } from './priced-line.ts';

/** The rules of the Factura de Exportación (type 11). */
export const EXPORTACION_RULES: TypeRules = {
  tipoDte: EXPORTACION.code,
  path: 'customer',
  readCustomer: readExtranjero,
  nobody: () => unreadable(fieldProblem('customer', 'required', 'Es obligatorio en una exportación.')),
  contentOf,
};

function contentOf(
  { lines, complete }: Groundwork,
  order: Order,
  { company, generation }: DraftContext,
): Content {
  const { exportTerms = null, lines: asked } = order;
  const conditions = readExportTerms({
    terms: exportTerms,
    defaults: company.exportDefaults,
    lines: asked,
    generation,
  });
  const charged = exportAmounts(order, lines);
  const amounts = charged.value;
  const { totalPagar } = amounts;
  const { codIncoterms, descIncoterms, ...terms } = conditions.value;
  return {
    items: lines.map(itemOf),
    emisor: {
      nombreComercial: longTradeName(company, generation),
      ...terms,
      regimen: generation === 'v1' ? regimenV1(terms) : terms.regimen,
    },
    resumen: { ...amounts, tributos: [NO_VAT], codIncoterms, descIncoterms },
    money: {
      amountTaxable: totalPagar,
      amountVat: 0n,
      amountGross: totalPagar,
      amountRetention: 0n,
      amountTotal: totalPagar,
    },
    problems: [
      ...problemsOf(conditions, charged),
      ...lines.flatMap((line) => lineProblems(line, generation)),
      ...(complete ? totalProblems(amounts, order, generation) : []),
    ],
  };
}

const NO_VAT = {
  codigo: IVA_EXPORTACION,
  descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%',
  valor: 0n,
};

/** v1 writes the type of regime in front of the regime: `EX-1.1000.000`. */
function regimenV1({ tipoRegimen, regimen }: Pick<ExportTerms, 'tipoRegimen' | 'regimen'>): string | null {
  return regimen === null || tipoRegimen === null ? regimen : `${tipoRegimen}.${regimen}`;
}

function lineProblems({ order, path }: PricedLine, generation: SchemaGeneration): readonly FieldProblem[] {
  const untaxed = fieldProblem(`${path}.sale_type`, 'not_allowed', 'No se envía en una exportación.');
  return [
    ...(order.saleType === 'taxed' ? [] : [untaxed]),
    ...(generation === 'v2' && order.itemType === BOTH ? [notBoth(path)] : []),
  ];
}

function notBoth(path: string): FieldProblem {
  return fieldProblem(`${path}.item_type`, 'not_in_schema', 'Debe ser 1 o 2 en una exportación.');
}

/** A line of type 11; exports carry no VAT. */
function itemOf(line: PricedLine) {
  return {
    ...lineValues(line),
    ventaGravada: line.amount,
    tributos: [IVA_EXPORTACION],
  };
}

/** Freight and insurance belong to the total of the operation (EST40 field 68). */
function exportAmounts(order: Order, lines: readonly PricedLine[]) {
  const totalGravada = round2(sum(lines.map(({ amount }) => amount)));
  const freight = readDollars(order.exportTerms?.freight ?? null, 'export.freight');
  const insurance = readDollars(order.exportTerms?.insurance ?? null, 'export.insurance');
  const [flete, seguro] = [freight.value ?? 0n, insurance.value ?? 0n];
  const montoTotalOperacion = totalGravada + seguro + flete;
  const value = {
    totalGravada,
    totalDescu: round2(sum(lines.map(({ discount }) => discount))),
    seguro,
    flete,
    montoTotalOperacion,
    totalPagar: montoTotalOperacion,
  };
  return { value, problems: problemsOf(freight, insurance) };
}

/** fe-fex-v1 limits observations to 500 characters, fe-fex-v3 to 3000. */
const OBSERVATIONS_V1 = 500;

function totalProblems(
  amounts: ReturnType<typeof exportAmounts>['value'],
  { observations }: Order,
  generation: SchemaGeneration,
): readonly FieldProblem[] {
  const limits = limitProblems(amounts.montoTotalOperacion, amounts.totalDescu);
  if (generation === 'v2') return limits;
  const isLong = [...(observations ?? '')].length > OBSERVATIONS_V1;
  return [
    ...limits,
    ...(amounts.montoTotalOperacion === 0n ? [TOTAL_ZERO] : []),
    ...(isLong ? [LONG_OBSERVATIONS] : []),
  ];
}

const TOTAL_ZERO = fieldProblem(
  'lines',
  'total_zero',
  'El total debe ser mayor que cero (esquema fe-fex-v1).',
);
const LONG_OBSERVATIONS = fieldProblem(
  'observations',
  'too_long',
  `Admite como máximo ${OBSERVATIONS_V1} caracteres en v1.`,
);

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
    problems: [...(isUnknown ? [notBoth('export')] : []), ...problemsOf(incoterm, precinct, type, regime)],
  };
}

/** Lines that are all services are an export of services, whatever the company exports as a rule. */
function usualType({ defaults, lines, generation }: Terms): number {
  if (lines.every((line) => line.itemType === SERVICES)) return SERVICES;
  const usual = defaults.itemType ?? GOODS;
  return usual === BOTH && generation === 'v2' ? GOODS : usual;
}

const GOODS_FIELDS = ['incoterm', 'fiscalPrecinct', 'regimeType', 'regime'] as const;

function serviceTerms(terms: ExportOrder | null): Read<ExportTerms> {
  const given = GOODS_FIELDS.filter((field) => terms !== null && terms[field] !== null);
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
    problems: given.map((field) => fieldProblem(`export.${callersName(field)}`, 'not_allowed', message)),
  };
}

function readCode(field: string, catalog: CodedCatalogId, code: string | null): Read<string | null> {
  const path = `export.${field}`;
  if (code === null)
    return unreadable({ path, code: 'required', message: 'Es obligatorio en una exportación de bienes.' });
  if (catalogEntry(catalog, code) !== null) return read(code);
  return unreadable({ path, ...wrongCode(path, code) });
}
