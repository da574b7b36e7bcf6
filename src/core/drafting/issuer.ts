import { activityByCode } from '../../catalogs/activities.ts';
import { namedEntries } from '../../catalogs/meant-entries.ts';
import { catalogEntry } from '../../catalogs/official-catalogs.ts';
import type { Company, Establishment } from '../company/company.ts';
import { activityText, complementoOf } from '../dte/field-texts.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { segmentFits, segmentOf } from '../identifiers/official.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import { wrongCode } from '../refusals/coded-fields.ts';
import { type FieldProblem, type Read, unreadable } from '../refusals/refusal.ts';
import type { DraftContext, Order } from './order.ts';

/** The issuer as it appears on one document. */
export interface Issuer {
  readonly company: Company;
  readonly establishment: Establishment;
  readonly pointOfSale: PointOfSaleCode;
  /** CAT-019; the company's own, or the one chosen for this document. */
  readonly activityCode: string;
}

/** What the block `emisor` says of an issuer; each type takes what it has of this in its generation. */
export function issuerValues(issuer: Issuer, generation: SchemaGeneration) {
  const { company, establishment, pointOfSale, activityCode } = issuer;
  const address = establishment.address ?? company.address;
  return {
    nit: company.nit,
    nrc: company.nrc,
    nombre: company.name,
    codActividad: activityCode,
    descActividad: activityText(activityByCode(activityCode)?.description ?? ''),
    nombreComercial: company.tradeName,
    tipoEstablecimiento: establishment.kind,
    direccion: {
      departamento: address.departamento,
      municipio: address.municipio,
      distrito: address.distrito,
      complemento: complementoOf({ address: address.complemento, territory: address }, generation),
    },
    telefono: establishment.phone ?? company.phone,
    correo: establishment.email ?? company.email,
    // v1 tells the Ministry's codes from the issuer's own, which are the same here.
    codEstableMH: establishment.code,
    codEstable: establishment.code,
    codPuntoVentaMH: pointOfSale,
    codPuntoVenta: pointOfSale,
  };
}

/** A v1 `nombreComercial` of types 01 and 11 has at least 5 characters; a shorter one is left out. */
const LONG_TRADE_NAME = 5;

/** The trade name where types 01 and 11 take it. */
export function longTradeName({ tradeName: name }: Company, generation: SchemaGeneration): string | null {
  if (name === null || generation === 'v2') return name;
  return [...name].length < LONG_TRADE_NAME ? null : name;
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
    const message = noEstablishment(company.establishments, chosen.establishment);
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

/** An establishment that is the only one of the kind which the text names, is named; else all of them are. */
function noEstablishment(establishments: readonly Establishment[], text: string): string {
  const entries = establishments.map(({ code, kind }) => ({
    code,
    description: catalogEntry('CAT-009', kind)?.description ?? '',
  }));
  const [meant, ...others] = namedEntries(entries, text);
  return meant === undefined || others.length > 0
    ? `No es un establecimiento de la empresa, que tiene ${listed(entries.map(({ code }) => code))}.`
    : `No es un establecimiento de la empresa: use "${meant.code}" (${meant.description}).`;
}

function placeProblems(
  { code: establishment, pointsOfSale }: Establishment,
  pointOfSale: PointOfSaleCode | undefined,
  generation: SchemaGeneration,
): readonly FieldProblem[] {
  if (pointOfSale === undefined) {
    const message = `No es un punto de venta de ${establishment}, que tiene ${listed(pointsOfSale)}.`;
    return [{ path: 'point_of_sale', code: 'unknown_issuing_place', message }];
  }
  if (segmentFits(segmentOf({ establishment, pointOfSale }), generation)) return [];
  const message = 'Su código no es admitido por el esquema v2 (M001, P001).';
  return [{ path: 'establishment', code: 'not_in_schema', message }];
}

/** More than a sentence has room for. */
const MOST_LISTED = 8;

function listed(codes: readonly string[]): string {
  const others = codes.length - MOST_LISTED;
  const shown = codes.slice(0, MOST_LISTED);
  return new Intl.ListFormat('es').format(others > 0 ? [...shown, `${others} más`] : shown);
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
  return [{ path: 'activity_code', ...wrongCode('activity_code', code) }];
}
