import { ACTIVITY, LONG_ACTIVITY, NIT, NRC, NRC_OF_TWO, NRC_V2, TELEFONO } from './codes.ts';
import { type Block, type Fields, fields } from './table.ts';

/**
 * An address of v1. The official pattern of the department binds its alternatives loosely: a text that begins with 01
 * to 09, or ends with 10 to 14. The municipalities that v1 lists for each department are not asked for: they are the
 * codes from before 2024, and the authority does not enforce them (docs/decisions, 3).
 */
export function direccionV1(complemento: string): Block {
  return {
    keys: {
      departamento: 'text like ^0[1-9]|1[0-4]$',
      municipio: 'text like ^[0-9]{2}$',
      complemento,
    },
  };
}

/** An address of v2, whose codes only the authority checks; one file bounds the length of two of them. */
export function direccionV2(code = 'text'): Block {
  return { keys: { departamento: code, municipio: code, distrito: 'text', complemento: 'text 1..200' } };
}

/** Who issues, where and by what telephone; every type takes what it has of these. */
const ISSUER = 'nit nrc nombre codActividad descActividad nombreComercial';
const CONTACT = 'direccion telefono correo';
const PLACE_V1 = 'codEstableMH codEstable codPuntoVentaMH codPuntoVenta';
const PLACE_V2 = 'codEstable codPuntoVenta';

/** The issuer of v1: the Ministry's codes of establishment and point of sale beside the issuer's own. */
export const EMISOR_V1: Fields = {
  nit: NIT,
  nrc: NRC,
  nombre: 'text 3..200',
  codActividad: ACTIVITY,
  descActividad: 'text 1..150',
  nombreComercial: 'text 1..150 or null',
  /** CAT-009. */
  tipoEstablecimiento: ['01', '02', '04', '07', '20'],
  direccion: direccionV1('text 1..200'),
  telefono: TELEFONO,
  correo: 'email',
  codEstableMH: 'text 4..4 or null',
  codEstable: 'text 1..10 or null',
  codPuntoVentaMH: 'text 4..4 or null',
  codPuntoVenta: 'text 1..15 or null',
};

/** The issuer as types 01 and 11 describe it, which are stricter in most fields. */
export const STRICT_EMISOR_V1: Fields = {
  ...EMISOR_V1,
  nrc: NRC_OF_TWO,
  nombre: 'text 1..250',
  codActividad: LONG_ACTIVITY,
  descActividad: 'text 5..150',
  nombreComercial: 'text 5..150 or null',
  codEstable: 'text 4..4 or null',
};

/** The issuer of v2; the types differ in single fields. */
export const EMISOR_V2: Fields = {
  nit: 'text',
  nrc: NRC_V2,
  nombre: 'text 1..250',
  codActividad: 'text 5..6',
  descActividad: 'text 5..150',
  nombreComercial: 'text 1..150 or null',
  direccion: direccionV2(),
  telefono: TELEFONO,
  correo: 'text 6..100',
  codEstable: 'text 4..4 or null',
  codPuntoVenta: 'text 1..15 or null',
};

/** The orders in which issuers are described: in full, without a place, and as the buyer of type 14. */
export const FULL_ISSUER = {
  v1: `${ISSUER} tipoEstablecimiento ${CONTACT} ${PLACE_V1}`,
  v2: `${ISSUER} ${CONTACT} ${PLACE_V2}`,
};
export const PLACELESS_ISSUER = {
  v1: `${ISSUER} tipoEstablecimiento ${CONTACT}`,
  v2: `${ISSUER} ${CONTACT}`,
};
export const BUYING_ISSUER = {
  v1: `nit nrc nombre codActividad descActividad direccion telefono ${PLACE_V1} correo`,
  v2: `nit nrc nombre codActividad descActividad direccion telefono ${PLACE_V2} correo`,
};

/** What v2 asks of a person's identifying document. */
export const NUM_DOCUMENTO_V2 = 'text 1..20';

/** A registered taxpayer of v1, the recipient of types 03 and 05. */
export const CONTRIBUYENTE_V1: Block = {
  keys: {
    nit: NIT,
    nrc: NRC,
    nombre: 'text 1..250',
    codActividad: ACTIVITY,
    descActividad: 'text 1..150',
    nombreComercial: 'text 1..150 or null',
    direccion: direccionV1('text 1..200'),
    telefono: `${TELEFONO} or null`,
    correo: 'email',
  },
};

/** A registered taxpayer of v2 without what identifies it, in which types 03 and 05 differ. */
export const CONTRIBUYENTE_V2: Fields = fields(
  `nrc nombre codActividad descActividad nombreComercial ${CONTACT}`,
  EMISOR_V2,
  {
    nrc: `${NRC_V2} or null`,
    telefono: `${TELEFONO} or null`,
    correo: 'text 1..100 or null',
  },
);

/** The block `ventaTercero` of v1: on whose behalf something is sold. */
export function ventaTerceroV1(nombre: string): Block {
  return { keys: { nit: NIT, nombre }, orNull: true };
}

/** The block `ventaTercero` of v2. */
export const VENTA_TERCERO_V2: Block = {
  keys: { nit: 'text 1..20 or null', nombre: 'text 1..250', codDomiciliado: 'whole or null' },
  orNull: true,
};
