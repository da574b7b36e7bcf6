import { type Amount, divideRounded, ONE } from '../money/decimal.ts';

/** Words of 0 to 29, as they stand before a masculine noun: UN, not UNO. */
const UP_TO_TWENTY_NINE = [
  'CERO',
  'UN',
  'DOS',
  'TRES',
  'CUATRO',
  'CINCO',
  'SEIS',
  'SIETE',
  'OCHO',
  'NUEVE',
  'DIEZ',
  'ONCE',
  'DOCE',
  'TRECE',
  'CATORCE',
  'QUINCE',
  'DIECISÉIS',
  'DIECISIETE',
  'DIECIOCHO',
  'DIECINUEVE',
  'VEINTE',
  'VEINTIÚN',
  'VEINTIDÓS',
  'VEINTITRÉS',
  'VEINTICUATRO',
  'VEINTICINCO',
  'VEINTISÉIS',
  'VEINTISIETE',
  'VEINTIOCHO',
  'VEINTINUEVE',
];
const TENS = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA'];
const HUNDREDS = [
  '',
  'CIENTO',
  'DOSCIENTOS',
  'TRESCIENTOS',
  'CUATROCIENTOS',
  'QUINIENTOS',
  'SEISCIENTOS',
  'SETECIENTOS',
  'OCHOCIENTOS',
  'NOVECIENTOS',
];
const MILLION = 1_000_000n;
const MAX_DOLLARS = 99_999_999_999n;

/**
 * `resumen.totalLetras`: the amount in Spanish capitals, at most 200 characters, like `CUARENTA Y DOS DÓLARES CON
 * 17/100`. The value is rounded to cents first. Throws RangeError below zero and above 99,999,999,999.99, the largest
 * amount of the schemas. The Ministry leaves the wording free (Manual Funcional V2.0 prints `... DÓLARES`).
 */
export function totalEnLetras(value: Amount): string {
  const cents = divideRounded(value * 100n, ONE);
  const dollars = cents / 100n;
  if (value < 0n || dollars > MAX_DOLLARS) throw new RangeError(`not an amount of a document: ${value}`);
  const fraction = (cents % 100n).toString().padStart(2, '0');
  return `${dollarsInWords(dollars)} CON ${fraction}/100`;
}

function dollarsInWords(dollars: bigint): string {
  if (dollars === 1n) return 'UN DÓLAR';
  if (dollars < MILLION) return `${belowMillion(Number(dollars))} DÓLARES`;
  const millions = dollars / MILLION;
  const rest = Number(dollars % MILLION);
  const head = `${belowMillion(Number(millions))} ${millions === 1n ? 'MILLÓN' : 'MILLONES'}`;
  return rest === 0 ? `${head} DE DÓLARES` : `${head} ${belowMillion(rest)} DÓLARES`;
}

function belowMillion(value: number): string {
  if (value < 1000) return belowThousand(value);
  const thousands = Math.floor(value / 1000);
  const head = thousands === 1 ? 'MIL' : `${belowThousand(thousands)} MIL`;
  return value % 1000 === 0 ? head : `${head} ${belowThousand(value % 1000)}`;
}

function belowThousand(value: number): string {
  if (value < 100) return belowHundred(value);
  if (value === 100) return 'CIEN';
  const head = `${HUNDREDS[Math.floor(value / 100)]}`;
  return value % 100 === 0 ? head : `${head} ${belowHundred(value % 100)}`;
}

function belowHundred(value: number): string {
  if (value < 30) return `${UP_TO_TWENTY_NINE[value]}`;
  const head = `${TENS[Math.floor(value / 10)]}`;
  return value % 10 === 0 ? head : `${head} Y ${UP_TO_TWENTY_NINE[value % 10]}`;
}
