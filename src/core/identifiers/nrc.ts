import { withoutSeparators } from './text.ts';

/**
 * Número de Registro de Contribuyente: two to eight digits without hyphen or padding. Its check digit is not public,
 * so none is verified. Source: fe-fc-v1 `^[0-9]{1,8}$` with minLength 2; fe-f-v2 minLength 2, maxLength 8.
 */
export type Nrc = string & { readonly __brand: 'Nrc' };

const DIGITS = /^[0-9]{2,8}$/;
const ONLY_ZEROS = /^0+$/;

export function isNrc(text: string): text is Nrc {
  return DIGITS.test(text) && !ONLY_ZEROS.test(text);
}

/** The digits; hyphens and blanks are removed. Null where it is no NRC. */
export function parseNrc(text: string): Nrc | null {
  const digits = withoutSeparators(text);
  return isNrc(digits) ? digits : null;
}

/** The reason, in Spanish, why `parseNrc` refuses the text; null where it does not. */
export function whyNotNrc(text: string): string | null {
  const digits = withoutSeparators(text);
  if (!DIGITS.test(digits)) return 'el NRC debe tener de 2 a 8 dígitos.';
  return isNrc(digits) ? null : 'el NRC no puede ser solo ceros.';
}
