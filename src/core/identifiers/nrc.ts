import { identifierKind, withoutSeparators } from './text.ts';

/**
 * Número de Registro de Contribuyente: two to eight digits without hyphen or padding. Its check digit is not public,
 * so none is verified. Source: fe-fc-v1 `^[0-9]{1,8}$` with minLength 2; fe-f-v2 minLength 2, maxLength 8.
 */
export type Nrc = string & { readonly __brand: 'Nrc' };

const DIGITS = /^[0-9]{2,8}$/;
const ONLY_ZEROS = /^0+$/;

export const {
  is: isNrc,
  parse: parseNrc,
  whyNot: whyNotNrc,
} = identifierKind<Nrc>((digits) => {
  if (!DIGITS.test(digits)) return 'el NRC debe tener de 2 a 8 dígitos.';
  return ONLY_ZEROS.test(digits) ? 'el NRC no puede ser solo ceros.' : null;
}, withoutSeparators);
