import { activityByCode } from '../../catalogs/activities.ts';
import type { Issuer } from '../dte/emisor.ts';
import { segmentFits, segmentOf } from '../numbering/series.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import type { DraftContext } from './draft.ts';
import type { Order } from './order.ts';

/** What of an order decides where and in which activity it is issued. */
export type IssuerChoice = Pick<Order, 'establishment' | 'pointOfSale' | 'activityCode'>;

/** The issuer of a document: establishment, point of sale and activity, chosen by the order or the company's own. */
export function readIssuer(
  order: IssuerChoice,
  context: DraftContext,
  problems: FieldProblem[],
): Issuer | null {
  const { company } = context;
  const chosen = context.place ?? {
    establishment: order.establishment ?? company.defaultEstablishment,
    pointOfSale: order.pointOfSale ?? defaultPointOfSale(order, context),
  };
  const establishment = company.establishments.find(({ code }) => code === chosen.establishment);
  if (establishment === undefined) {
    problems.push({
      path: 'establishment',
      code: 'unknown_issuing_place',
      message: 'No es un establecimiento de la empresa.',
    });
    return null;
  }
  const pointOfSale = establishment.pointsOfSale.find((code) => code === chosen.pointOfSale);
  if (pointOfSale === undefined)
    problems.push({
      path: 'point_of_sale',
      code: 'unknown_issuing_place',
      message: `No es un punto de venta de ${establishment.code}.`,
    });
  else if (!segmentFits(segmentOf({ establishment: establishment.code, pointOfSale }), context.generation))
    problems.push({
      path: 'establishment',
      code: 'not_in_schema',
      message: 'Su código no es admitido por el esquema v2 (M001, P001).',
    });
  return {
    company,
    establishment,
    pointOfSale: pointOfSale ?? company.defaultPointOfSale,
    activityCode: readActivity(order, context, problems),
  };
}

/** The company's default belongs to its default establishment; elsewhere the first point of sale stands in. */
function defaultPointOfSale(order: IssuerChoice, { company }: DraftContext): string {
  if (order.establishment === null || order.establishment === company.defaultEstablishment)
    return company.defaultPointOfSale;
  const establishment = company.establishments.find(({ code }) => code === order.establishment);
  return establishment?.pointsOfSale[0] ?? company.defaultPointOfSale;
}

function readActivity(order: IssuerChoice, { company }: DraftContext, problems: FieldProblem[]): string {
  const code = order.activityCode ?? company.activityCode;
  if (activityByCode(code) === null)
    problems.push({
      path: 'activity_code',
      code: 'unknown_code',
      message: 'No existe en el catálogo de actividades económicas (CAT-019).',
    });
  return code;
}
