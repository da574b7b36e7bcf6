import { lineAmount, quantity, signedLineAmount } from './amounts.ts';
import { integer } from './number.ts';
import { type Fields, nullable, oneOf, type Shape } from './shape.ts';
import { text } from './text.ts';

/** The most lines a document has; `numItem` counts them. */
export const MOST_LINES = 2000;

/** What every line of every type has. */
export const line: Fields = {
  numItem: integer({ min: 1, max: MOST_LINES }),
  cantidad: quantity,
  codigo: nullable(text({ min: 1, max: 25 })),
  uniMedida: integer({ min: 1, max: 99 }),
  montoDescu: lineAmount,
};

/** CAT-011 as v1 lists it: goods, services, both, and taxes that a line stands for. */
export const TAX_LINE = 4;
export const tipoItemV1: Shape = oneOf(1, 2, 3, TAX_LINE);

/** `uniMedida` (CAT-014) of a line that stands for a tax. */
export const OTHER_UNIT = 99;

/** The three ways in which types 01, 03 and 05 are taxed. */
export const salesAmounts: Fields = {
  ventaNoSuj: lineAmount,
  ventaExenta: lineAmount,
  ventaGravada: lineAmount,
};

/** Suggested price and amounts that are no income, of types 01 and 03. */
export const otherAmounts: Fields = { psv: lineAmount, noGravado: signedLineAmount };

export const descripcionV1: Shape = text({ max: 1000 });
export const descripcionV2: Shape = text({ min: 1, max: 1500 });

/** `numeroDocumento` of a line: the related document that it belongs to. */
export const numeroDocumento: Shape = text({ min: 1, max: 36 });

/** `codTributo` of a v2 line. */
export const codTributoV2: Shape = nullable(text({ min: 2, max: 2 }));
