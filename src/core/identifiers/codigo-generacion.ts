import type { Ambiente } from '../dte/kinds.ts';

/**
 * Código de generación: a UUID in upper case, 36 characters. The schemas ask for hexadecimal digits and leave the
 * UUID's version open. Source: fe-f-v2 and fe-fc-v1, `identificacion.codigoGeneracion`.
 */
export type CodigoGeneracion = string & { readonly __brand: 'CodigoGeneracion' };

/** What a caller knows a document by, from which its generation codes are derived. */
export interface IdentifiedDocument {
  readonly companyId: string;
  readonly ambiente: Ambiente;
  /** Byte-exact. */
  readonly externalRef: string;
}

const SHAPE = /^[A-F0-9]{8}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{12}$/;

export function isCodigoGeneracion(text: string): text is CodigoGeneracion {
  return SHAPE.test(text);
}

/** The text itself where it is a generation code, else null. Lower case is refused, as the Ministry does. */
export function parseCodigoGeneracion(text: string): CodigoGeneracion | null {
  return isCodigoGeneracion(text) ? text : null;
}

/** The reason, in Spanish, why `parseCodigoGeneracion` refuses the text; null where it does not. */
export function whyNotCodigoGeneracion(text: string): string | null {
  if (isCodigoGeneracion(text)) return null;
  if (isCodigoGeneracion(text.toUpperCase())) return 'el código de generación va en mayúsculas.';
  return 'el código de generación debe ser un UUID de 36 caracteres en mayúsculas.';
}
