/** What the portal answers, as the screens of the manual of F-07 v14 (pages 51 to 53) show it. */
export const OTHER_PERIOD = 'Registro de CCF o FACTURA no es para el periodo a declarar';
export const WRONG_DATE = 'Formato de Fecha no es correcto';
export const WRONG_NUMBER = 'Formato de resolución no es correcto';
export const WRONG_STAMP = 'Longitud de serie no es correcto';
export const WRONG_NIT = 'Longitud de Nit no es correcta o no puede ser vacio';
export const WRONG_VAT = 'Cálculo del monto del IVA no es correcto';
/** Also of a cell that is blank or no number where the structure has an amount: the screens ask for both. */
export const WRONG_SHAPE = 'Registro no coincide con el de la estructura';
export const WRONG_ANNEX = 'Información no corresponde a este detalle';
export const WRONG_NAME = 'Solo se permiten archivos CSV';

type PortalWords =
  | typeof OTHER_PERIOD
  | typeof WRONG_DATE
  | typeof WRONG_NUMBER
  | typeof WRONG_STAMP
  | typeof WRONG_NIT
  | typeof WRONG_VAT
  | typeof WRONG_SHAPE
  | typeof WRONG_ANNEX
  | typeof WRONG_NAME;

/** What stands behind a rule: words that the portal refuses with, or the text of the manual and its template alone. */
export type Warrant = 'portal' | 'manual';

/** What a rule has against a cell, a row or a file. */
export interface Objection {
  readonly warrant: Warrant;
  /** One sentence without a point. */
  readonly message: string;
}

/** What the portal refuses, in its words; `more` are ours. */
export function mistake(words: PortalWords, more?: string): Objection {
  return { warrant: 'portal', message: more === undefined ? words : `${words}: ${more}` };
}

/** What the manual has otherwise. The portal was seen to take such rows, or nobody knows what it says of them. */
export function remark(message: string): Objection {
  return { warrant: 'manual', message };
}
