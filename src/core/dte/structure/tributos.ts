import { totalAmount } from './amounts.ts';
import { list } from './list.ts';
import { nullable, object, type Shape } from './shape.ts';
import { text } from './text.ts';

const CODE_LIMITS = { min: 2, max: 2 };

/** `tributos` of a line: codes of CAT-015, each once. */
export const lineTributos: Shape = nullable(list(text(CODE_LIMITS), { min: 1, unique: true }));

/** A code of CAT-015 where none are listed. */
export const anyTributo: Shape = text(CODE_LIMITS);

/** `resumen.tributos` of v1. */
export function tributosV1(codigo: Shape): Shape {
  return taxes(codigo, { min: 2, max: 150 });
}

/** `resumen.tributos` of v2. */
export const tributosV2: Shape = taxes(anyTributo, { min: 1, max: 300 });

function taxes(codigo: Shape, description: { readonly min: number; readonly max: number }): Shape {
  const entry = object({ codigo, descripcion: text(description), valor: totalAmount });
  return nullable(list(entry, { unique: true }));
}
