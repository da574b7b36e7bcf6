import { NIT } from './codes.ts';
import { integer } from './number.ts';
import { nullable, object, type Shape } from './shape.ts';
import { type TextLimits, text } from './text.ts';

/** The block `ventaTercero` of v1: on whose behalf something is sold. */
export function ventaTerceroV1(nombre: TextLimits): Shape {
  return nullable(object({ nit: text({ pattern: NIT }), nombre: text(nombre) }));
}

/** The block `ventaTercero` of v2. */
export const ventaTerceroV2: Shape = nullable(
  object({
    nit: nullable(text({ min: 1, max: 20 })),
    nombre: text({ min: 1, max: 250 }),
    codDomiciliado: nullable(integer()),
  }),
);

/** The block `compraTercero`, on whose behalf something is bought; only fe-fex-v3 has it. */
export const compraTercero: Shape = nullable(
  object({ numDocumento: text({ min: 1, max: 20 }), nombre: text({ min: 1, max: 250 }) }),
);
