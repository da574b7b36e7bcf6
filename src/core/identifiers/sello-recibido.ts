/**
 * Sello de recepción: the forty characters [A-Z0-9] with which the Ministry acknowledges a document. Anything else in
 * its place is no seal. Source: Manual Técnico v1.0, reception answer, `selloRecibido`.
 */
export type SelloRecibido = string & { readonly __brand: 'SelloRecibido' };

const SHAPE = /^[A-Z0-9]{40}$/;

export function isSelloRecibido(text: string): text is SelloRecibido {
  return SHAPE.test(text);
}

/** The text itself where it is a seal, else null. */
export function parseSelloRecibido(text: string): SelloRecibido | null {
  return isSelloRecibido(text) ? text : null;
}

/** The reason, in Spanish, why `parseSelloRecibido` refuses the text; null where it does not. */
export function whyNotSelloRecibido(text: string): string | null {
  return isSelloRecibido(text) ? null : 'el sello de recepción debe tener 40 caracteres de A a Z y de 0 a 9.';
}
