import { formatInstant, parseInstant } from '../calendar/instant.ts';
import type { GenerationEntry } from '../dte/kinds.ts';
import {
  EVENTS,
  type SchemaGeneration,
  TIPOS_DTE,
  type TipoDte,
  VERSIONED,
  type Versioned,
} from '../dte/kinds.ts';
import { byName } from '../records/by-name.ts';
import type { Company } from './company.ts';

interface FileEntry {
  readonly generation: SchemaGeneration;
  /** An instant that `parseInstant` reads. */
  readonly from?: string;
}

/** What a company file says of one document type, or of the events. */
export type FileGeneration = SchemaGeneration | FileEntry | readonly FileEntry[];

/** `schema_generation`: one generation for every type, or an object by document type with an entry for the events. */
export type FileGenerations = SchemaGeneration | { readonly [versioned in Versioned]?: FileGeneration };

/** Until the Ministry's change of 2026, everything was v1: that is what holds where the file says nothing. */
const SINCE_ALWAYS_V1: GenerationEntry = { generation: 'v1', fromMs: null };

/**
 * Events have a calendar of their own: the test environment demanded contingencia v4 while it still took documents of v1,
 * and sealed invalidación v3 and contingencia v4 on 2026-09-06 (CarlosAGRuiz/NeoStpCloud).
 */
const EVENTS_UNTOLD: SchemaGeneration = 'v2';

/**
 * The generations of a company; v1 holds before the first `from`, and for types that the file does not name. Events are
 * of v2 unless the file names them, whatever it says of the types.
 */
export function generationsIn(file: FileGenerations): Company['generations'] {
  const of = typeof file === 'string' ? Object.fromEntries(TIPOS_DTE.map((tipo) => [tipo, file])) : file;
  const named: { readonly [versioned in Versioned]?: FileGeneration } = { [EVENTS]: EVENTS_UNTOLD, ...of };
  return byName(VERSIONED, (versioned) => entriesIn(named[versioned]));
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

/** The document types and events of which an entry after the first does not start later than the one before. */
export function misordered(file: FileGenerations): readonly Versioned[] {
  const generations = generationsIn(file);
  return VERSIONED.filter((versioned) =>
    generations[versioned].some(({ fromMs }, index, entries) => {
      const before = entries[index - 1];
      return (
        before !== undefined && (fromMs === null || fromMs <= (before.fromMs ?? Number.NEGATIVE_INFINITY))
      );
    }),
  );
}

/** The value of `schema_generation` that is read back as these generations; it names the events where it must. */
export function generationsOf(generations: Company['generations']) {
  const simple = TIPOS_DTE.map((tipoDte) => simpleEntry(generations[tipoDte]));
  const named = simpleEntry(generations[EVENTS]) === EVENTS_UNTOLD ? TIPOS_DTE : VERSIONED;
  const [first] = simple;
  if (first !== undefined && first !== null && named === TIPOS_DTE && simple.every((one) => one === first))
    return first;
  return Object.fromEntries(named.map((versioned) => [versioned, entriesOf(generations[versioned])]));
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
