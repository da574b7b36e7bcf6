import { identifierKind, withoutSeparators } from './text.ts';

/**
 * Documento Único de Identidad: nine digits without hyphen, the last one a check digit over the first eight
 * (weights 9 to 2, `(10 - sum mod 10) mod 10`). A wrong check digit is refused, and so is 000000000, which passes the
 * arithmetic but is rejected by the Ministry. Source: catalogs of facts, identifiers, DUI; fe-ccf-v3 `^[0-9]{9}$`.
 */
export type Dui = string & { readonly __brand: 'Dui' };

const NINE_DIGITS = /^[0-9]{9}$/;
const NOBODY = '000000000';

/** The check digit that belongs to the first eight digits. */
export function duiCheckDigit(eightDigits: string): number {
  let sum = 0;
  for (let index = 0; index < 8; index += 1) sum += Number(eightDigits[index]) * (9 - index);
  return (10 - (sum % 10)) % 10;
}

export const {
  is: isDui,
  parse: parseDui,
  whyNot: whyNotDui,
} = identifierKind<Dui>((digits) => {
  if (!NINE_DIGITS.test(digits)) return 'el DUI debe tener 9 dígitos.';
  if (digits === NOBODY) return 'el DUI no puede ser solo ceros.';
  const holds = duiCheckDigit(digits) === Number(digits[8]);
  return holds ? null : 'el dígito verificador del DUI no es correcto.';
}, withoutSeparators);

/** The form `NNNNNNNN-N` that people read and that fe-fc-v1 and fe-fex-v1 carry. */
export function hyphenatedDui(dui: Dui): string {
  return `${dui.slice(0, 8)}-${dui.slice(8)}`;
}
