import { activityByCode } from '../../catalogs/activities.ts';
import type { Establishment } from '../company/company.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { segmentFits, segmentOf } from '../identifiers/official.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import type { Amount } from '../money/decimal.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { problemsOf, type Read, unreadable } from '../refusals/read.ts';
import type { DraftContext, Order } from './order.ts';
import type { PartyContext } from './party.ts';
import { AMOUNT_LIMIT, type PricedLine, pricedLines } from './priced-line.ts';

/** What every type reads first: who issues, where, and the priced lines. */
export interface Groundwork {
  readonly issuer: Issuer | null;
  readonly lines: readonly PricedLine[];
  /** Whether every line could be priced: only then do totals mean anything. */
  readonly complete: boolean;
}

/** Reads issuer and lines, with the problems of both. */
export function layGroundwork(order: Order, context: DraftContext): Read<Groundwork> {
  const issuer = readIssuer(order, context);
  const lines = pricedLines(order.lines);
  const complete = lines.value.length === order.lines.length;
  const misplaced: readonly FieldProblem[] =
    order.tipoDte !== EXPORTACION.code && order.exportTerms != null
      ? [{ path: 'export', code: 'not_allowed', message: 'Solo se envía con doc_type 11.' }]
      : [];
  return {
    value: { issuer: issuer.value, lines: lines.value, complete },
    problems: [...problemsOf(issuer, lines), ...misplaced],
  };
}

/** The amounts of a summary stay below 1e11, as the schemas demand; the largest two of a document are checked. */
export function limitProblems({
  total,
  discounts,
}: {
  readonly total: Amount;
  readonly discounts: Amount;
}): readonly FieldProblem[] {
  return [
    ...(total >= AMOUNT_LIMIT ? [LARGE_TOTAL] : []),
    ...(discounts >= AMOUNT_LIMIT ? [LARGE_DISCOUNTS] : []),
  ];
}

const LARGE_TOTAL: FieldProblem = {
  path: 'lines',
  code: 'too_large',
  message: 'El total debe ser menor que 100,000,000,000.',
};
const LARGE_DISCOUNTS: FieldProblem = {
  path: 'lines',
  code: 'too_large',
  message: 'El total de descuentos debe ser menor que 100,000,000,000.',
};

/** How the fields of a `customer` or `subject` are read: whoever sends no place is in the issuer's. */
export function partyContext(path: string, context: DraftContext, issuer: Issuer | null): PartyContext {
  const issuerTerritory = issuer?.establishment.address ?? context.company.address;
  return { path, generation: context.generation, issuerTerritory };
}

/** The lines of a document, counted from 1. */
export function numbered<Item extends object>(items: readonly Item[]) {
  return items.map((item, index) => ({ numItem: index + 1, ...item }));
}

/** v1 has no observations in the summary: they go into the block `extension`, which is null where there are none. */
export function extensionWith(observaciones: string | null) {
  return observaciones === null ? null : { observaciones };
}

/** What of an order decides where and in which activity it is issued. */
export type IssuerChoice = Pick<Order, 'establishment' | 'pointOfSale' | 'activityCode'>;

/** The issuer of a document: establishment, point of sale and activity, chosen by the order or the company's own. */
export function readIssuer(order: IssuerChoice, context: DraftContext): Read<Issuer | null> {
  const { company } = context;
  const chosen = context.place ?? {
    establishment: order.establishment ?? company.defaultEstablishment,
    pointOfSale: order.pointOfSale ?? defaultPointOfSale(order, context),
  };
  const establishment = company.establishments.find(({ code }) => code === chosen.establishment);
  if (establishment === undefined) {
    const message = 'No es un establecimiento de la empresa.';
    return unreadable({ path: 'establishment', code: 'unknown_issuing_place', message });
  }
  const pointOfSale = establishment.pointsOfSale.find((code) => code === chosen.pointOfSale);
  const activityCode = order.activityCode ?? company.activityCode;
  return {
    // Where the point of sale is unknown, what is left of the issuer still tells where it is.
    value: { company, establishment, pointOfSale: pointOfSale ?? company.defaultPointOfSale, activityCode },
    problems: [
      ...placeProblems(establishment, pointOfSale, context.generation),
      ...activityProblems(activityCode),
    ],
  };
}

function placeProblems(
  { code: establishment }: Establishment,
  pointOfSale: PointOfSaleCode | undefined,
  generation: SchemaGeneration,
): readonly FieldProblem[] {
  if (pointOfSale === undefined) {
    const message = `No es un punto de venta de ${establishment}.`;
    return [{ path: 'point_of_sale', code: 'unknown_issuing_place', message }];
  }
  if (segmentFits(segmentOf({ establishment, pointOfSale }), generation)) return [];
  const message = 'Su código no es admitido por el esquema v2 (M001, P001).';
  return [{ path: 'establishment', code: 'not_in_schema', message }];
}

/** The company's default belongs to its default establishment; elsewhere the first point of sale stands in. */
function defaultPointOfSale(order: IssuerChoice, { company }: DraftContext): string {
  if (order.establishment === null || order.establishment === company.defaultEstablishment)
    return company.defaultPointOfSale;
  const establishment = company.establishments.find(({ code }) => code === order.establishment);
  return establishment?.pointsOfSale[0] ?? company.defaultPointOfSale;
}

function activityProblems(code: string): readonly FieldProblem[] {
  if (activityByCode(code) !== null) return [];
  const message = 'No existe en el catálogo de actividades económicas (CAT-019).';
  return [{ path: 'activity_code', code: 'unknown_code', message }];
}
