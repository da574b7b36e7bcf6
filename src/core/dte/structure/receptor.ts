import { ACTIVITY, NIT, NRC, telefono } from './codes.ts';
import { direccionV1, direccionV2 } from './direccion.ts';
import { type Fields, nullable, object, type Shape } from './shape.ts';
import { email, text } from './text.ts';

/** A registered taxpayer of v1, the recipient of types 03 and 05. */
export const contribuyenteV1: Shape = object({
  nit: text({ pattern: NIT }),
  nrc: text({ pattern: NRC }),
  nombre: text({ min: 1, max: 250 }),
  codActividad: text({ pattern: ACTIVITY }),
  descActividad: text({ min: 1, max: 150 }),
  nombreComercial: nullable(text({ min: 1, max: 150 })),
  direccion: direccionV1(1),
  telefono: nullable(telefono),
  correo: email,
});

/** A registered taxpayer of v2 without what identifies it, in which types 03 and 05 differ. */
export const contribuyenteV2: Fields = {
  nrc: nullable(text({ min: 2, max: 8 })),
  nombre: text({ min: 1, max: 250 }),
  codActividad: text({ min: 5, max: 6 }),
  descActividad: text({ min: 5, max: 150 }),
  nombreComercial: nullable(text({ min: 1, max: 150 })),
  direccion: direccionV2(),
  telefono: nullable(telefono),
  correo: nullable(text({ min: 1, max: 100 })),
};

/** What v2 asks of a person's identifying document. */
export const numDocumentoV2: Shape = text({ min: 1, max: 20 });
