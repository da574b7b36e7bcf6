import type { CatalogEntry } from './catalog.ts';
import { foldText } from './fold.ts';

/** An entry by its code, with the other words that people have for it. */
export interface NamedEntry extends CatalogEntry {
  /** Short forms that mean this entry as surely as its own name. */
  readonly otherNames?: readonly string[];
  /** Names in use that may be a part of another entry's name, so that alone they decide nothing. */
  readonly looseNames?: readonly string[];
}

/** No catalog has a longer name; folding longer texts would only cost time. */
const LONGEST_NAME = 300;

/** Words that are in many names and say nothing. */
const LITTLE = new Set('a al con de del e el en la las los o para por u y'.split(' '));

/**
 * The telling words of a text without case, accents, punctuation and plural, each between blanks: `EE.UU.` and `eeuu` are
 * the same, and so are `Hoteles` and `hotel`. Empty where no word tells anything.
 */
function wordsOf(text: string): string {
  const words = foldText(text)
    .replaceAll('.', '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LITTLE.has(word));
  return words.length === 0 ? '' : ` ${words.map(singular).join(' ')} `;
}

/** A word without the ending of its plural, the same for both numbers. */
function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?:es|s|e)$/, '') : word;
}

function searched(text: string): string {
  return text.length > LONGEST_NAME ? '' : wordsOf(text);
}

/** The entries whose name, or a well-known short form of it, is the text. */
export function namedEntries<Entry extends NamedEntry>(
  entries: readonly Entry[],
  text: string,
): readonly Entry[] {
  const words = searched(text);
  if (words === '') return [];
  return entries.filter(({ description, otherNames = [] }) =>
    [description, ...otherNames].some((name) => wordsOf(name) === words),
  );
}

/** Shorter texts are in many names. */
const SHORTEST = 3;

/** The entries in one of whose names all words of the text are; a single one counts only where the text begins its name. */
export function likeEntries<Entry extends NamedEntry>(
  entries: readonly Entry[],
  text: string,
): readonly Entry[] {
  const words = searched(text);
  if (words.trim().length < SHORTEST) return [];
  const parts = words.trim().split(' ');
  const found = entries.filter((entry) =>
    namesOf(entry).some((name) => parts.every((part) => name.includes(` ${part} `))),
  );
  return found.length === 1
    ? found.filter((entry) => namesOf(entry).some((name) => name.startsWith(words)))
    : found;
}

function namesOf({ description, otherNames = [], looseNames = [] }: NamedEntry): readonly string[] {
  return [description, ...otherNames, ...looseNames].map(wordsOf);
}

/** The entries that words may mean: those that they name, else those whose names contain them. */
export function meantEntries<Entry extends NamedEntry>(
  entries: readonly Entry[],
  text: string,
): readonly Entry[] {
  const named = namedEntries(entries, text);
  return named.length > 0 ? named : likeEntries(entries, text);
}
