import { changedAt, GONE, isList, isObject, type Path, pathsIn, valueAt } from './json-tree.ts';
import { COUNTS, HUGE_COUNTS, KEYS, LENGTHS, NUMBERS, OTHER_VALUES, TEXTS } from './probes.ts';
import type { Random } from './random.ts';

/** A document changed in one or two places, and how. */
export interface Mutant {
  readonly document: unknown;
  /** The kinds of changes, joined. */
  readonly name: string;
  readonly at: string;
}

/** A document and all its places. */
export interface Original {
  readonly document: unknown;
  readonly paths: readonly Path[];
}

export function originalOf(document: unknown): Original {
  return { document, paths: pathsIn(document).filter((path) => path.length > 0) };
}

/** How a value becomes another one; null where the change does not suit the value. */
type Change = (old: unknown, random: Random) => ((value: unknown) => unknown) | null;

const always = (value: unknown) => () => value;

const FILLERS = ['1', 'a', 'A', 'ñ', '👍'];

function lengthen(old: unknown, random: Random): ((value: unknown) => unknown) | null {
  if (typeof old !== 'string') return null;
  const length = random.pick(LENGTHS);
  const filler = random.pick([...FILLERS, ...(old === '' ? [] : [...old])]);
  const keepsStart = random.below(2) === 0;
  const start = keepsStart ? [...old].slice(0, length).join('') : '';
  return always(start + filler.repeat(Math.max(0, length - [...start].length)));
}

/** Small mistakes in a text that has a pattern. */
export const SPOILINGS: readonly ((text: string) => string)[] = [
  (text) => `${text}\n`,
  (text) => `\r\n${text}`,
  (text) => ` ${text}`,
  (text) => `${text}0`,
  (text) => `0${text}`,
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => [...text].reverse().join(''),
  (text) => text.replace(/[0-9]/, 'X'),
  (text) => text.replace('-', ''),
  (text) => text.replace(/^./u, '👍'),
];

function moreDecimals(old: unknown, random: Random): ((value: unknown) => unknown) | null {
  if (typeof old !== 'number') return null;
  return always(old + random.pick([0.01, -0.01, 0.001, 0.005, 1e-8, 1e-9, -old, -2 * old, 1e11]));
}

function resizeList(old: unknown, random: Random): ((value: unknown) => unknown) | null {
  if (!isList(old)) return null;
  if (random.below(3) === 0) return always([]);
  const count = random.pick(random.below(200) === 0 ? HUGE_COUNTS : COUNTS);
  return always(Array.from({ length: count }, (_, index) => old[index % old.length] ?? null));
}

function repeatEntry(old: unknown, random: Random): ((value: unknown) => unknown) | null {
  if (!isList(old) || old.length === 0) return null;
  const entry = random.pick(old);
  const turned = isObject(entry) ? Object.fromEntries(Object.entries(entry).reverse()) : entry;
  return always([...old, random.below(2) === 0 ? turned : random.pick([...TEXTS, ...old])]);
}

function addKey(old: unknown, random: Random): ((value: unknown) => unknown) | null {
  if (!isObject(old)) return null;
  const entry = [random.pick(KEYS), random.pick([null, 1, 'x', ...Object.values(old)])] as const;
  return always(Object.fromEntries([...Object.entries(old), entry]));
}

function swapMembers(old: unknown, random: Random): ((value: unknown) => unknown) | null {
  if (!isObject(old)) return null;
  const keys = Object.keys(old);
  if (keys.length < 2) return null;
  const [one, other] = [random.pick(keys), random.pick(keys)];
  return always({ ...old, [one]: old[other], [other]: old[one] });
}

const CHANGES: Readonly<Record<string, Change>> = {
  drop: () => always(GONE),
  null: () => always(null),
  retype: (_, random) => always(random.pick(OTHER_VALUES)),
  'add key': addKey,
  'swap members': swapMembers,
  length: lengthen,
  spoil: (old, random) =>
    typeof old === 'string' && old.length < 200 ? always(random.pick(SPOILINGS)(old)) : null,
  text: (old, random) =>
    typeof old === 'string' || random.below(8) === 0 ? always(random.pick(TEXTS)) : null,
  number: (old, random) =>
    typeof old === 'number' || random.below(12) === 0 ? always(random.pick(NUMBERS)) : null,
  decimals: moreDecimals,
  'list size': resizeList,
  repeat: repeatEntry,
};

/** The kinds of changes; `transplant` takes the value from the same place of another document. */
export const CHANGE_NAMES: readonly string[] = [...Object.keys(CHANGES), 'transplant'];

/** A mutant of one of the documents, which are all of one kind. Every third is changed in two places. */
export function mutate(originals: readonly Original[], random: Random): Mutant {
  const first = changeOnce(random.pick(originals), originals, random);
  if (random.below(3) > 0) return first;
  const second = changeOnce(originalOf(first.document), originals, random);
  return { ...second, name: `${first.name} + ${second.name}`, at: `${first.at} + ${second.at}` };
}

function changeOnce(original: Original, donors: readonly Original[], random: Random): Mutant {
  for (;;) {
    const path = random.pick(original.paths);
    const name = random.pick(CHANGE_NAMES);
    const donor = name === 'transplant' ? valueAt(random.pick(donors).document, path) : undefined;
    const change =
      donor === undefined ? CHANGES[name]?.(valueAt(original.document, path), random) : always(donor);
    if (change !== null && change !== undefined) {
      const document = changedAt(original.document, path, change);
      return { document, name, at: `#/${path.join('/')}` };
    }
  }
}
