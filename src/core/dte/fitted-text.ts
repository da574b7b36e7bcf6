import { abroad, departmentByCode } from '../../catalogs/departments.ts';
import { districtByCode } from '../../catalogs/districts.ts';
import { foldText } from '../../catalogs/fold.ts';
import type { Territory } from '../company/company.ts';
import type { SchemaGeneration } from './kinds.ts';

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
