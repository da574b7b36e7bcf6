import { duiCheckDigit } from './dui.ts';
import { identifierKind, withoutSeparators } from './text.ts';

/**
 * Número de Identificación Tributaria: fourteen digits, or the nine of a natural person's DUI, without hyphens. Only
 * zeros is refused. The check digit is no condition, because NITs that the Ministry itself prints fail it; see
 * `nitCheckDigitHolds`. Source: fe-fc-v1 `^([0-9]{14}|[0-9]{9})$`; catalogs of facts, identifiers, NIT.
 */
export type Nit = string & { readonly __brand: 'Nit' };

const DIGITS = /^(?:[0-9]{14}|[0-9]{9})$/;
const ONLY_ZEROS = /^0+$/;
const OLD_WEIGHTS = [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const NEW_WEIGHTS = [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const LAST_OLD_SEQUENCE = 100;

export const {
  is: isNit,
  parse: parseNit,
  whyNot: whyNotNit,
} = identifierKind<Nit>((digits) => {
  if (!DIGITS.test(digits)) return 'el NIT debe tener 14 dígitos, o los 9 del DUI homologado.';
  return ONLY_ZEROS.test(digits) ? 'el NIT no puede ser solo ceros.' : null;
}, withoutSeparators);

/**
 * Whether the last digit is the one that the others call for: the DUI's rule for nine digits; for fourteen one of two
 * weightings, chosen by the sequence in digits 11 to 13. False is a reason to warn, never to refuse.
 */
export function nitCheckDigitHolds(nit: Nit): boolean {
  if (nit.length === 9) return duiCheckDigit(nit) === Number(nit[8]);
  const old = Number(nit.slice(10, 13)) <= LAST_OLD_SEQUENCE;
  const weights = old ? OLD_WEIGHTS : NEW_WEIGHTS;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(nit[index]), 0);
  const expected = old ? (sum % 11) % 10 : ((11 - (sum % 11)) % 11) % 10;
  return expected === Number(nit[13]);
}
