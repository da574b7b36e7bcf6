import { formatInstant, parseInstant } from '../calendar/instant.ts';
import type { GenerationEntry } from '../dte/kinds.ts';
import { forEachType, type SchemaGeneration, TIPOS_DTE, type TipoDte } from '../dte/kinds.ts';
import type { Company } from './company.ts';

interface FileEntry {
  readonly generation: SchemaGeneration;
  /** An instant that `parseInstant` reads. */
  readonly from?: string;
}

/** What a company file says of one document type. */
export type FileGeneration = SchemaGeneration | FileEntry | readonly FileEntry[];

/** `schema_generation`: one generation for every type, or an object by document type. */
export type FileGenerations = SchemaGeneration | { readonly [tipoDte in TipoDte]?: FileGeneration };

/** Until the Ministry's change of 2026, everything was v1: that is what holds where the file says nothing. */
const SINCE_ALWAYS_V1: GenerationEntry = { generation: 'v1', fromMs: null };

/** The generations of a company; v1 holds before the first `from`, and for types that the file does not name. */
export function generationsIn(file: FileGenerations): Company['generations'] {
  return forEachType((tipoDte) => entriesIn(typeof file === 'string' ? file : file[tipoDte]));
}

function entriesIn(file: FileGeneration = []): readonly GenerationEntry[] {
  if (typeof file === 'string') return [{ generation: file, fromMs: null }];
  const entries = [file].flat().map(({ generation, from }) => ({
    generation,
    fromMs: from === undefined ? null : parseInstant(from),
  }));
  return entries[0]?.fromMs === null ? entries : [SINCE_ALWAYS_V1, ...entries];
}

/** The document types that a company file does not name. */
export function unnamedTypes(file: FileGenerations): readonly TipoDte[] {
  return typeof file === 'string' ? [] : TIPOS_DTE.filter((tipoDte) => file[tipoDte] === undefined);
}

/** The document types of which an entry after the first does not start later than the one before. */
export function misorderedTypes(file: FileGenerations): readonly TipoDte[] {
  const generations = generationsIn(file);
  return TIPOS_DTE.filter((tipoDte) =>
    generations[tipoDte].some(({ fromMs }, index, entries) => {
      const before = entries[index - 1];
      return (
        before !== undefined && (fromMs === null || fromMs <= (before.fromMs ?? Number.NEGATIVE_INFINITY))
      );
    }),
  );
}

/** The value of `schema_generation` that is read back as these generations. */
export function generationsOf(generations: Company['generations']) {
  const simple = TIPOS_DTE.map((tipoDte) => simpleEntry(generations[tipoDte]));
  const [first] = simple;
  if (first !== undefined && first !== null && simple.every((generation) => generation === first))
    return first;
  return Object.fromEntries(TIPOS_DTE.map((tipoDte) => [tipoDte, entriesOf(generations[tipoDte])]));
}

function simpleEntry(entries: readonly GenerationEntry[]) {
  const [only] = entries;
  return entries.length === 1 && only?.fromMs === null ? only.generation : null;
}

function entriesOf(entries: readonly GenerationEntry[]) {
  const simple = simpleEntry(entries);
  if (simple !== null) return simple;
  return entries.map(({ generation, fromMs }) =>
    fromMs === null ? { generation } : { generation, from: formatInstant(fromMs) },
  );
}
