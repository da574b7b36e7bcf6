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

/** A v1 `nombreComercial` has at least 5 characters (fe-fc-v1); a shorter one is left out. */
const TRADE_NAME_V1_MINIMUM = 5;

/** The block `emisor` of types 01 and 03, which differ only by generation. */
export function buildEmisor(issuer: Issuer, generation: SchemaGeneration): DteObject {
  const { company, establishment, pointOfSale } = issuer;
  const place = {
    codEstable: establishment.code,
    codPuntoVenta: pointOfSale,
  };
  const common = {
    nit: company.nit,
    nrc: company.nrc,
    nombre: company.name,
    codActividad: issuer.activityCode,
    descActividad: activityText(activityByCode(issuer.activityCode)?.description ?? ''),
    nombreComercial: tradeName(company.tradeName, generation),
  };
  const contact = {
    direccion: direccionDelEmisor(issuer, generation),
    telefono: establishment.phone ?? company.phone,
    correo: establishment.email ?? company.email,
  };
  if (generation === 'v2') return { ...common, ...contact, ...place };
  return {
    ...common,
    tipoEstablecimiento: establishment.kind,
    ...contact,
    codEstableMH: establishment.code,
    codEstable: establishment.code,
    codPuntoVentaMH: pointOfSale,
    codPuntoVenta: pointOfSale,
  };
}

function tradeName(name: string | null, generation: SchemaGeneration): string | null {
  if (name === null || generation === 'v2') return name;
  return [...name].length < TRADE_NAME_V1_MINIMUM ? null : name;
}

function direccionDelEmisor({ company, establishment }: Issuer, generation: SchemaGeneration): DteObject {
  const address = establishment.address ?? company.address;
  const complemento = complementoOf({ address: address.complemento, territory: address }, generation);
  return buildDireccion({ ...address, complemento }, generation);
}
