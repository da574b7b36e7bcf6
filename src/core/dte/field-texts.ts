import { abroad, departmentByCode } from '../../catalogs/departments.ts';
import { districtByCode } from '../../catalogs/districts.ts';
import { foldText } from '../../catalogs/fold.ts';
import type { Territory } from '../company/company.ts';
import { type Amount, divideRounded, ONE } from '../money/decimal.ts';
import type { SchemaGeneration } from './kinds.ts';

// The texts that fields of a document are given: the total in words, activities and addresses, as long as schemas allow.

/** Words of 0 to 29, as they stand before a masculine noun: UN, not UNO. */
const UP_TO_TWENTY_NINE = (
  'CERO UN DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ' +
  'ONCE DOCE TRECE CATORCE QUINCE DIECISÉIS DIECISIETE DIECIOCHO DIECINUEVE ' +
  'VEINTE VEINTIÚN VEINTIDÓS VEINTITRÉS VEINTICUATRO VEINTICINCO VEINTISÉIS VEINTISIETE VEINTIOCHO VEINTINUEVE'
).split(' ');
/** From 30 on. */
const TENS = 'TREINTA CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA'.split(' ');
const HUNDREDS = (
  'CIENTO DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS ' +
  'SEISCIENTOS SETECIENTOS OCHOCIENTOS NOVECIENTOS'
).split(' ');
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
  const head = `${HUNDREDS[Math.floor(value / 100) - 1]}`;
  return value % 100 === 0 ? head : `${head} ${belowHundred(value % 100)}`;
}

function belowHundred(value: number): string {
  if (value < 30) return `${UP_TO_TWENTY_NINE[value]}`;
  const head = `${TENS[Math.floor(value / 10) - 3]}`;
  return value % 10 === 0 ? head : `${head} Y ${UP_TO_TWENTY_NINE[value % 10]}`;
}

/** The first `limit` code points, as JSON Schema and the Ministry count lengths. */
export function firstCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return [...text].slice(0, limit).join('');
}

/** The longest `descActividad` of the schemas. */
const ACTIVITY_LIMIT = 150;

/** The name of an economic activity as a document carries it. */
export function activityText(description: string): string {
  return firstCodePoints(description, ACTIVITY_LIMIT);
}

/** `direccion.complemento` holds at most 200 code points in every schema of both generations. */
const maximumLength = 200;

/** A street line, where there is one, and the place it lies in. */
export interface StreetAddress {
  readonly address?: string | null | undefined;
  readonly territory: Territory;
}

function cut(text: string, length: number): string {
  return firstCodePoints(text, length).trimEnd();
}

/** The district's name; abroad, what the catalogs call it; for an unknown code, the department's name. */
function placeName({ departamento, distrito }: Territory): string {
  const district = districtByCode(departamento, distrito);
  return district?.name ?? departmentByCode(departamento)?.name ?? abroad.name;
}

/** Whether the address ends with the place's name as a word of its own, in whatever case and punctuation. */
export function endsWithPlace(address: string, place: string): boolean {
  const folded = foldText(address).replace(/[\s.,;]+$/u, '');
  const name = foldText(place);
  if (!folded.endsWith(name)) return false;
  return !/[\p{L}\p{N}]$/u.test(folded.slice(0, folded.length - name.length));
}

function withPlace(address: string, place: string): string {
  if (endsWithPlace(address, place) && [...address].length <= maximumLength) return address;
  const ending = `, ${place}`;
  return cut(address, maximumLength - [...ending].length) + ending;
}

/**
 * The text of `direccion.complemento`, at most 200 code points: the address, or the district's name where there is
 * none. A v1 document has no field for the district, so there the name follows the address unless the address ends
 * with it; what is too long is cut from the address. As no district's name has fewer than the five code points that
 * v1 asks of a recipient's address, every v1 text has enough.
 */
export function complementoOf(street: StreetAddress, generation: SchemaGeneration): string {
  const address = (street.address ?? '').trim();
  const place = placeName(street.territory);
  if (address === '') return place;
  return generation === 'v1' ? withPlace(address, place) : cut(address, maximumLength);
}
