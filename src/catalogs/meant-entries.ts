import type { CatalogEntry } from './catalog.ts';
import { foldText } from './fold.ts';

/** An entry by its code, with the other words that people have for it. */
export interface NamedEntry extends CatalogEntry {
  readonly otherNames?: readonly string[];
}

/** No catalog has a longer name; folding longer texts would only cost time. */
const LONGEST_NAME = 300;

/** The words of a text without case, accents and punctuation: `EE.UU.` and `eeuu` are the same. */
function wordsOf(text: string): string {
  return foldText(text)
    .replaceAll('.', '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Shorter words, like `de` and `o`, are in many names and say nothing. */
const SHORTEST = 3;

/** From the surest on: the whole name, its beginning, every word somewhere in it. */
const FITS: readonly ((name: string, words: string) => boolean)[] = [
  (name, words) => name === words,
  (name, words) => words.length >= SHORTEST && name.startsWith(`${words} `),
  (name, words) =>
    words.length >= SHORTEST && words.split(' ').every((word) => ` ${name} `.includes(` ${word} `)),
];

/** The entries that words may mean: those whose names fit surest, or none. */
export function meantEntries(entries: readonly NamedEntry[], text: string): readonly CatalogEntry[] {
  const words = text.length > LONGEST_NAME ? '' : wordsOf(text);
  if (words === '') return [];
  const named = entries.map((entry) => ({
    entry,
    names: [entry.description, ...(entry.otherNames ?? [])].map(wordsOf),
  }));
  const found = FITS.map((fits) => named.filter(({ names }) => names.some((name) => fits(name, words))));
  return (found.find(({ length }) => length > 0) ?? []).map(({ entry }) => entry);
}
