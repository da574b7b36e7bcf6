import { activityByCode } from '../../catalogs/activities.ts';
import type { Company, Establishment } from '../company/company.ts';
import type { PointOfSaleCode } from '../identifiers/point-of-sale-code.ts';
import { complementoOf } from '../territory/complemento.ts';
import type { SchemaGeneration } from './kinds.ts';
import { activityText } from './text-limits.ts';

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
export function longTradeName({ company }: Issuer, generation: SchemaGeneration): string | null {
  const name = company.tradeName;
  if (name === null || generation === 'v2') return name;
  return [...name].length < LONG_TRADE_NAME ? null : name;
}
