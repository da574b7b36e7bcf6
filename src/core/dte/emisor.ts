import { activityByCode } from '../../catalogs/activities.ts';
import type { Company, Establishment } from '../company/company.ts';
import { complementoOf } from '../territory/complemento.ts';
import { buildDireccion } from './direccion.ts';
import type { SchemaGeneration } from './kinds.ts';
import type { DteObject } from './serialize.ts';
import { activityText } from './text-limits.ts';

/** The issuer as it appears on one document. */
export interface Issuer {
  readonly company: Company;
  readonly establishment: Establishment;
  readonly pointOfSale: string;
  /** CAT-019; the company's own, or the one chosen for this document. */
  readonly activityCode: string;
}

/** A v1 `nombreComercial` of types 01 and 11 has at least 5 characters; a shorter one is left out. */
const LONG_TRADE_NAME = 5;

/** Who the issuer is, alike in every type. */
export function issuerIdentity({ company, activityCode }: Issuer): DteObject {
  return {
    nit: company.nit,
    nrc: company.nrc,
    nombre: company.name,
    codActividad: activityCode,
    descActividad: activityText(activityByCode(activityCode)?.description ?? ''),
  };
}

/** Where the issuer is reached: the establishment's own data where it has them. */
export function issuerContact({ company, establishment }: Issuer, generation: SchemaGeneration) {
  const address = establishment.address ?? company.address;
  const complemento = complementoOf({ address: address.complemento, territory: address }, generation);
  return {
    direccion: buildDireccion({ ...address, complemento }, generation),
    telefono: establishment.phone ?? company.phone,
    correo: establishment.email ?? company.email,
  };
}

/** Establishment and point of sale; v1 tells the Ministry's codes from the issuer's own, which are the same here. */
export function issuerPlace({ establishment, pointOfSale }: Issuer, generation: SchemaGeneration): DteObject {
  const { code } = establishment;
  if (generation === 'v2') return { codEstable: code, codPuntoVenta: pointOfSale };
  return {
    codEstableMH: code,
    codEstable: code,
    codPuntoVentaMH: pointOfSale,
    codPuntoVenta: pointOfSale,
  };
}

/** `tipoEstablecimiento`, which only v1 has. */
export function establishmentKind({ establishment }: Issuer, generation: SchemaGeneration): DteObject {
  return generation === 'v1' ? { tipoEstablecimiento: establishment.kind } : {};
}

/** The trade name where the generation takes it. */
export function longTradeName({ company }: Issuer, generation: SchemaGeneration): string | null {
  const name = company.tradeName;
  if (name === null || generation === 'v2') return name;
  return [...name].length < LONG_TRADE_NAME ? null : name;
}

/** The block `emisor` of a Factura (type 01). */
export function buildEmisor(issuer: Issuer, generation: SchemaGeneration): DteObject {
  return {
    ...issuerIdentity(issuer),
    nombreComercial: longTradeName(issuer, generation),
    ...establishmentKind(issuer, generation),
    ...issuerContact(issuer, generation),
    ...issuerPlace(issuer, generation),
  };
}
