import { duiCheckDigit } from './dui.ts';
import { identifierKind, withoutSeparators } from './text.ts';

/**
 * Número de Identificación Tributaria: fourteen digits, or the nine of a natural person's DUI, without hyphens. Only
 * zeros is refused. The check digit is no condition, because NITs that the Ministry itself prints fail it; see
 * `nitCheckDigitHolds`. Source: fe-fc-v1 `^([0-9]{14}|[0-9]{9})$`; catalogs of facts, identifiers, NIT.
 */
export type Nit = string & { readonly __brand: 'Nit' };

const DIGITS = /^(?:[0-9]{14}|[0-9]{9})$/;
/** Department of CAT-012, or 9 for a country; municipality; day, month and year; sequence; check digit. */
const PARTS = /^(?:0[1-9]|1[0-4]|9\d)\d{2}(\d{2})(\d{2})(\d{2})\d{4}$/;
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

/**
 * Why a NIT is probably mistyped, in Spanish without a subject; null where nothing speaks against it. A reason to warn,
 * never to refuse. The digits 5 to 10 are a birth or a foundation.
 */
export function whyDoubtfulNit(nit: Nit): string | null {
  const [, day, month, year] = PARTS.exec(nit) ?? [];
  if (nit.length === 14 && day === undefined) return 'no empieza con un departamento (01 a 14) ni con 9';
  if (nit.length === 14 && !isDay(Number(day), Number(month), Number(year)))
    return 'su fecha, de los dígitos 5 a 10, no existe';
  return nitCheckDigitHolds(nit) ? null : 'su dígito verificador no corresponde a los demás';
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a day is in a month of some century: 29 February is in years that four divides. */
function isDay(day: number, month: number, year: number): boolean {
  if (day === 29 && month === 2) return year % 4 === 0;
  return day >= 1 && day <= (LONGEST_MONTHS[month - 1] ?? 0);
}
