import type { Members, OfficialValue } from '../dte/official-json.ts';
import type { Place, Places } from './place.ts';
import type { Path, Step } from './statement.ts';

/** A datum that the authority named, found among those of the document's type. */
export interface Found {
  /** Its path in the document's own letters: `cuerpoDocumento[2].uniMedida`. */
  readonly official: string;
  readonly place: Place;
  /** Which entries it lies in, from 0, in the order of the path; null where the authority did not say. */
  readonly indexes: readonly (number | null)[];
  /** The text or the digits that the document has there; null for nothing, and for more than one value. */
  readonly value: string | null;
}

/**
 * The datum at the end of a path, whatever its letters; null where documents of these places have none. A list of one
 * entry needs no index.
 */
export function findPlace(path: Path, places: Places, document: Members | null): Found | null {
  const known = knownPath(path, places) ?? knownPath(ALIASES.get(path.join('.').toLowerCase()) ?? [], places);
  if (known === null) return null;
  const walked = walk(known.steps, document);
  return { official: officialName(walked.steps), place: known.place, ...walked };
}

/**
 * Names that the authority uses where the document has another: the first is the manual's own (MT1, page 22); most types
 * name their recipient by kind and number of document, whatever kind that is.
 */
const ALIASES: ReadonlyMap<string, Path> = new Map([
  ['resumen.totalventagra', ['resumen', 'totalGravada']],
  ['receptor.nit', ['receptor', 'numDocumento']],
  ['receptor.dui', ['receptor', 'numDocumento']],
]);

interface Known {
  readonly steps: Path;
  readonly place: Place;
}

/** The path in the letters of the places; what they tell nothing of inside of a block that has no data is the block's own. */
function knownPath(path: Path, places: Places): Known | null {
  const keys = Object.keys(places);
  let steps: Path = [];
  for (const step of path) {
    const key = keyOf(steps);
    const next = nextSteps(key, step, keys);
    const place = places[key];
    if (next === null) {
      const isOpaque = place?.origin === 'sello' && !keys.some((one) => /^[.[]/.test(one.replace(key, '')));
      return place !== undefined && isOpaque ? { steps: [...steps, step], place } : null;
    }
    steps = [...steps, ...next];
  }
  const place = places[keyOf(steps)];
  return place === undefined ? null : { steps, place };
}

/** A list that is named without an index may be meant in whole, or in one of its entries. */
function nextSteps(before: string, step: Step, keys: readonly string[]): Path | null {
  if (typeof step === 'number') return keys.includes(`${before}[]`) ? [step] : null;
  const direct = spelled(`${before === '' ? '' : `${before}.`}${step}`, keys);
  if (direct !== null) return [direct];
  const within = spelled(`${before}[].${step}`, keys);
  return within === null ? null : [UNTOLD, within];
}

/** The index that the authority did not tell. */
const UNTOLD = -1;

/** The last name of the key that is spelled like this. */
function spelled(wanted: string, keys: readonly string[]): string | null {
  const key = keys.find((one) => one.toLowerCase() === wanted.toLowerCase());
  return key?.split('.').at(-1) ?? null;
}

function keyOf(steps: Path): string {
  return steps
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1);
}

function walk(
  steps: Path,
  document: Members | null,
): Pick<Found, 'indexes' | 'value'> & { readonly steps: Path } {
  let at: OfficialValue | undefined = document ?? undefined;
  const told: Step[] = [];
  for (const step of steps) {
    const entries = Array.isArray(at) ? at.length : 0;
    const taken = step === UNTOLD && entries === 1 ? 0 : step;
    told.push(taken);
    at = memberOf(at, taken);
  }
  const indexes = told.flatMap((step) => (typeof step === 'number' ? [step === UNTOLD ? null : step] : []));
  return { steps: told, indexes, value: shownValue(at) };
}

function memberOf(value: OfficialValue | undefined, step: Step): OfficialValue | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined;
  const members: Readonly<Record<string, OfficialValue | undefined>> = Array.isArray(value)
    ? Object.fromEntries(value.entries())
    : Object.fromEntries(Object.entries(value));
  return Object.hasOwn(members, step) ? members[step] : undefined;
}

/** A value is shown as far as a person reads it. */
const LONGEST_VALUE = 200;

function shownValue(value: OfficialValue | undefined): string | null {
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return shownValue(value.join(', '));
  if (typeof value !== 'string') return null;
  const points = [...value];
  return points.length <= LONGEST_VALUE ? value : `${points.slice(0, LONGEST_VALUE).join('')}…`;
}

function officialName(steps: Path): string {
  return steps
    .map((step) => (typeof step === 'string' ? `.${step}` : `[${step === UNTOLD ? '' : step}]`))
    .join('')
    .slice(1);
}
