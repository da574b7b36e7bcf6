import { ACTIVITY, NIT, NRC, telefono } from './codes.ts';
import { direccionV1, direccionV2 } from './direccion.ts';
import { type Fields, nullable, oneOf } from './shape.ts';
import { email, text } from './text.ts';

/** The issuer of v1 as types 03, 05 and 14 describe it; type 14 has neither of the fields of `businessV1`. */
export const issuerV1: Fields = {
  nit: text({ pattern: NIT }),
  nrc: text({ pattern: NRC }),
  nombre: text({ min: 3, max: 200 }),
  codActividad: text({ pattern: ACTIVITY }),
  descActividad: text({ min: 1, max: 150 }),
  direccion: direccionV1(1),
  telefono,
  correo: email,
};

/** Trade name and kind of establishment (CAT-009). */
export const businessV1: Fields = {
  nombreComercial: nullable(text({ min: 1, max: 150 })),
  tipoEstablecimiento: oneOf('01', '02', '04', '07', '20'),
};

/** The Ministry's codes of establishment and point of sale, and the issuer's own. */
export const placeV1: Fields = {
  codEstableMH: nullable(text({ min: 4, max: 4 })),
  codEstable: nullable(text({ min: 1, max: 10 })),
  codPuntoVentaMH: nullable(text({ min: 4, max: 4 })),
  codPuntoVenta: nullable(text({ min: 1, max: 15 })),
};

/** The issuer of v1 as types 01 and 11 describe it, which are stricter in most fields. */
export const strictIssuerV1: Fields = {
  ...issuerV1,
  ...businessV1,
  ...placeV1,
  nrc: text({ min: 2, pattern: NRC }),
  nombre: text({ min: 1, max: 250 }),
  codActividad: text({ min: 5, pattern: ACTIVITY }),
  descActividad: text({ min: 5, max: 150 }),
  nombreComercial: nullable(text({ min: 5, max: 150 })),
  codEstable: nullable(text({ min: 4, max: 4 })),
};

/** The issuer of v2; the types differ in single fields. */
export const issuerV2: Fields = {
  nit: text(),
  nrc: text({ min: 2, max: 8 }),
  nombre: text({ min: 1, max: 250 }),
  codActividad: text({ min: 5, max: 6 }),
  descActividad: text({ min: 5, max: 150 }),
  direccion: direccionV2(),
  telefono,
  correo: text({ min: 6, max: 100 }),
};

/** The trade name of v2, which type 14 does not have. */
export const tradeNameV2: Fields = { nombreComercial: nullable(text({ min: 1, max: 150 })) };

/** Establishment and point of sale of v2, which type 05 does not have. */
export const placeV2: Fields = {
  codEstable: nullable(text({ min: 4, max: 4 })),
  codPuntoVenta: nullable(text({ min: 1, max: 15 })),
};
