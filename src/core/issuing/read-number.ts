import { type Decimal, parseDecimal } from '../money/decimal.ts';

export type NumberReading =
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'problem'; readonly message: string };

const INTEGER_LIMIT = 11;
/** What is nearer to zero prints with an exponent, and so does everything from 1e21 on. */
const SMALLEST_PLAIN = 0.000001;

/**
 * A JSON number taken as the decimal it prints. Refused: what is not finite, what prints with an exponent, more than
 * 11 integer digits or 8 decimals (the schemas allow amounts below 1e11 in steps of 1e-8).
 */
export function readNumber(value: number): NumberReading {
  if (!Number.isFinite(value)) return problem('Debe ser un número finito.');
  const text = String(Object.is(value, -0) ? 0 : value);
  if (value !== 0 && Math.abs(value) < SMALLEST_PLAIN)
    return problem('Está demasiado cerca de cero: lo mínimo es 0.000001.');
  const [units = '', fraction = ''] = text.replace('-', '').split('.');
  if (text.includes('e') || units.length > INTEGER_LIMIT)
    return problem('Admite como máximo 11 dígitos enteros.');
  if (fraction.length > 8) return problem('Admite como máximo 8 decimales.');
  const parsed = parseDecimal(text);
  return parsed === undefined ? problem('No es un número decimal.') : { kind: 'decimal', value: parsed };
}

function problem(message: string): NumberReading {
  return { kind: 'problem', message };
}
