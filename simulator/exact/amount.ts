import type { Rational } from './rational.ts';

const AMOUNT: unique symbol = Symbol('amount');

/** A number of a JSON text, exactly as it was printed there. */
export interface Amount extends Rational {
  readonly [AMOUNT]: true;
  /** Decimals of the value, without trailing zeros: 2 for `1.250`. */
  readonly decimals: number;
  /** The digits as the sender printed them. */
  readonly source: string;
}

const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Longer numbers cost time and mean nothing: the widest amount of a document has 19 digits. */
const LONGEST = 400;

/** Reads the text of a JSON number, exponents included; null for other text and for absurdly long numbers. */
export function readAmount(source: string): Amount | null {
  const [, sign, units, fraction = '', exponentText = '0'] = JSON_NUMBER.exec(source) ?? [];
  if (units === undefined || source.length > LONGEST) return null;
  const significant = fraction.replace(/0+$/, '');
  const exponent = Number(exponentText) - significant.length;
  if (Math.abs(exponent) > LONGEST) return null;
  const magnitude = BigInt(units + significant);
  return { [AMOUNT]: true, source, ...scaled(sign === '-' ? -magnitude : magnitude, exponent) };
}

export function isAmount(value: unknown): value is Amount {
  return typeof value === 'object' && value !== null && AMOUNT in value;
}

function scaled(digits: bigint, exponent: number): Rational & { readonly decimals: number } {
  if (digits === 0n) return { numerator: 0n, denominator: 1n, decimals: 0 };
  if (exponent >= 0) return { numerator: digits * 10n ** BigInt(exponent), denominator: 1n, decimals: 0 };
  if (digits % 10n === 0n) return scaled(digits / 10n, exponent + 1);
  return { numerator: digits, denominator: 10n ** BigInt(-exponent), decimals: -exponent };
}
