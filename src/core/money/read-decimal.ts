import { type Decimal, ZERO } from './decimal.ts';

export type DecimalReading =
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'not_a_number' }
  | { readonly kind: 'too_large' };

/** The form of a number, as a JSON schema's pattern: JSON's own, and the leading zeros that databases write. */
export const NUMBER_FORM = '^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$';

const PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/;
const DECIMALS = 8;
/** The schemas allow amounts below 1e11. */
const INTEGER_DIGITS = 11;
const LIMIT = 10n ** BigInt(INTEGER_DIGITS + DECIMALS);

/**
 * Reads the text of a number exactly, exponent included, and rounds it half away from zero to 8 decimals. What then has
 * more than 11 integer digits is too large. Takes time in proportion to the length of the text, whatever it says.
 */
export function readDecimal(text: string): DecimalReading {
  const [, sign, units, fraction = '', exponent = '0'] = PARTS.exec(text) ?? [];
  if (units === undefined) return { kind: 'not_a_number' };
  const all = `${units}${fraction}`;
  const digits = all.replace(/^0+/, '');
  // How many of the digits stand before the decimal point; fewer than none where zeros follow it.
  const point = units.length - (all.length - digits.length) + Number(exponent);
  if (digits === '' || point < -DECIMALS) return { kind: 'decimal', value: ZERO };
  if (point > INTEGER_DIGITS) return { kind: 'too_large' };
  const magnitude = roundedAt(digits, point + DECIMALS);
  if (magnitude >= LIMIT) return { kind: 'too_large' };
  return { kind: 'decimal', value: sign === '-' ? -magnitude : magnitude };
}

/** The first `kept` digits as an integer, rounded by the digit behind them. */
function roundedAt(digits: string, kept: number): bigint {
  const whole = BigInt(digits.slice(0, kept).padEnd(kept, '0') || '0');
  return digits.charAt(kept) >= '5' ? whole + 1n : whole;
}
