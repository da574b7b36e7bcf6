import { activityByCode } from '../../catalogs/activities.ts';
import type { Establishment } from '../company/company.ts';
import type { Issuer } from '../dte/emisor.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import { segmentFits, segmentOf } from '../numbering/series.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { type Read, unreadable } from '../refusals/read.ts';
import type { DraftContext } from './draft.ts';
import type { Order } from './order.ts';

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
