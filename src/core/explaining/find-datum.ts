import { isMembers, type Members, type OfficialValue } from '../dte/official-json.ts';
import type { Owner, Owners } from './owner.ts';
import type { Path, Step } from './statement.ts';

/** A datum that the authority named, found among those of the document's type. */
export interface Found {
  /** Its path in the document's own letters: `cuerpoDocumento[2].uniMedida`. */
  readonly official: string;
  readonly owner: Owner;
  /** Which entries it lies in, from 0, in the order of the path; null where the authority did not say. */
  readonly indexes: readonly (number | null)[];
  /** The text or the digits that the document has there; null for nothing, and for more than one value. */
  readonly value: string | null;
}

/**
 * The datum at the end of a path, whatever its letters; null where no owner of it is known. A list of one entry needs no
 * index.
 */
export function findDatum(path: Path, owners: Owners, document: Members | null): Found | null {
  const known = knownPath(path, owners) ?? knownPath(ALIASES.get(path.join('.').toLowerCase()) ?? [], owners);
  if (known === null) return null;
  const walked = walk(known.steps, document);
  return { official: officialName(walked.steps), owner: known.owner, ...walked };
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

/** The path in the document's letters; what lies in a block of which documents of ours have nothing belongs to its owner. */
function knownPath(path: Path, owners: Owners): { readonly steps: Path; readonly owner: Owner } | null {
  const keys = Object.keys(owners);
  let steps: Path = [];
  for (const step of path) {
    const key = keyOf(steps);
    const next = nextSteps(key, step, keys);
    const owner = owners[key];
    if (next === null) {
      const isEmpty = owner?.origin === 'sello' && !keys.some((one) => isInside(one, key));
      return owner !== undefined && isEmpty ? { steps: [...steps, step], owner } : null;
    }
    steps = [...steps, ...next];
  }
  const owner = owners[keyOf(steps)];
  return owner === undefined ? null : { steps, owner };
}

function isInside(key: string, block: string): boolean {
  return key.startsWith(`${block}.`) || key.startsWith(`${block}[`);
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
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isMembers(value) && Object.hasOwn(value, step) ? value[step] : undefined;
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
