import { isRecord, textIn } from '../exact/json.ts';
import { createEventBook, isKeptEvent, type KeptEvent } from './event-book.ts';
import type { Journal } from './journal.ts';

/** What a contingency event says: when it was, and which documents were issued in it. */
export interface ContingencyFacts {
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly tipoContingencia: number;
  readonly documents: readonly ListedDocument[];
}

export interface ListedDocument {
  readonly codigoGeneracion: string;
  readonly tipoDoc: string;
}

/** A contingency event with its verdict, as the state file keeps it. */
export interface JudgedContingency extends KeptEvent {
  readonly type: 'contingencia';
  readonly selloRecibido: string | null;
  readonly observaciones: readonly string[];
  /** Null where the event was rejected before it was understood. */
  readonly facts: ContingencyFacts | null;
}

/** A sealed event in front of a document that it may list. */
export interface Cover {
  readonly codigoGeneracion: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly sealedAtMs: number;
}

/** Whose document, of which type. */
export interface DocumentKey {
  readonly nit: string;
  readonly ambiente: string;
  readonly codigoGeneracion: string;
}

/** The contingency events that the authority received; all of them survive a crash. */
export interface Contingencies {
  /** Keeps a verdict; it is in force at once, and resolves when it has reached the disk. */
  readonly keep: (event: JudgedContingency) => Promise<void>;
  /** The sealed event that lists a document under its type. */
  readonly covering: (document: DocumentKey & { readonly tipoDte: string }) => Cover | null;
  /** Whether a sealed event lists the code, whatever the type. */
  readonly isListed: (document: DocumentKey) => boolean;
  readonly isSealed: (ambiente: string, codigoGeneracion: string) => boolean;
  readonly sealedCount: () => number;
  /** Oldest first; the same bytes judged again replace what they were, unless they were sealed. */
  readonly all: () => readonly JudgedContingency[];
}

/** The part that is rebuilt from the state file, entry by entry. */
export interface ContingenciesMemory {
  readonly replay: (entry: unknown) => void;
  readonly openOn: (journal: Journal) => Contingencies;
}

interface Listed {
  readonly tipoDoc: string;
  readonly cover: Cover;
}

export function createContingenciesMemory(): ContingenciesMemory {
  const listed = new Map<string, Listed>();
  const book = createEventBook<JudgedContingency>((event) => {
    for (const [key, value] of listedIn(event)) listed.set(key, value);
  });
  return {
    replay: (entry) => {
      if (isJudgedContingency(entry)) book.enter(entry);
    },
    openOn: (journal) => ({
      keep: (event) => book.keep(event, journal),
      covering: ({ tipoDte, ...key }) => {
        const found = listed.get(documentKey(key));
        return found?.tipoDoc === tipoDte ? found.cover : null;
      },
      isListed: (key) => listed.has(documentKey(key)),
      isSealed: book.isSealed,
      sealedCount: book.sealedCount,
      all: book.all,
    }),
  };
}

function listedIn({ nit, ambiente, codigoGeneracion, facts, judgedAt }: JudgedContingency) {
  if (facts === null) return [];
  const { startMs, endMs, documents } = facts;
  const cover = { codigoGeneracion, startMs, endMs, sealedAtMs: Date.parse(judgedAt) };
  return documents.map((document): readonly [string, Listed] => [
    documentKey({ nit, ambiente, codigoGeneracion: document.codigoGeneracion }),
    { tipoDoc: document.tipoDoc, cover },
  ]);
}

function documentKey({ nit, ambiente, codigoGeneracion }: DocumentKey): string {
  return `${ambiente}|${nit}|${codigoGeneracion}`;
}

function isJudgedContingency(entry: unknown): entry is JudgedContingency {
  if (!isKeptEvent(entry, 'contingencia')) return false;
  const { facts, observaciones } = entry;
  return Array.isArray(observaciones) && (facts === null || isFacts(facts));
}

function isFacts(value: unknown): value is ContingencyFacts {
  if (!isRecord(value) || !Array.isArray(value['documents'])) return false;
  const numbers = ['startMs', 'endMs', 'tipoContingencia'];
  return numbers.every((key) => typeof value[key] === 'number') && value['documents'].every(isListed);
}

function isListed(value: unknown): value is ListedDocument {
  return isRecord(value) && ['codigoGeneracion', 'tipoDoc'].every((key) => textIn(value, key) !== null);
}
