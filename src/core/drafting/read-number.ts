import { type Amount, type Decimal, round2 } from '../money/decimal.ts';
import type { Numeral } from '../money/numeral.ts';
import { readDecimal } from '../money/read-decimal.ts';
import type { Fault } from '../refusals/problem.ts';
import { type Read, read, unreadable } from '../refusals/read.ts';

export type NumberReading =
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | ({ readonly kind: 'problem' } & Fault);

/** A number of an order, rounded to the 8 decimals of the schemas. What is no number, or above 11 integer digits, is refused. */
export function readNumber(value: Numeral): NumberReading {
  const reading = readDecimal(String(value));
  switch (reading.kind) {
    case 'decimal':
      return reading;
    case 'not_a_number':
      return { kind: 'problem', code: 'not_a_number', message: 'Debe ser un número, como 1.50.' };
    case 'too_large':
      return { kind: 'problem', code: 'too_large', message: 'Admite como máximo 11 dígitos enteros.' };
  }
}

/** Dollars of an order, which have cents at most and are not negative. */
export function readDollars(amount: Numeral, path: string): Read<Amount | null> {
  const reading = readNumber(amount);
  if (reading.kind === 'problem') return unreadable({ path, code: reading.code, message: reading.message });
  const { value } = reading;
  if (value >= 0n && value === round2(value)) return read(value);
  const message = 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.';
  return { value, problems: [{ path, code: 'not_cents', message }] };
}
