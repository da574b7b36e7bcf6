import { isRecord, type JsonRecord, textIn } from '../exact/json.ts';
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
export interface JudgedContingency {
  readonly type: 'contingencia';
  readonly state: 'sealed' | 'rejected';
  readonly nit: string;
  readonly ambiente: string;
  /** Null where the event could not be read. */
  readonly codigoGeneracion: string | null;
  /** Of the JWS, hexadecimal. */
  readonly sha256: string;
  /** ISO 8601 in UTC. */
  readonly judgedAt: string;
  readonly selloRecibido: string | null;
  readonly observaciones: readonly string[];
  /** Null where the event was rejected before it was understood. */
  readonly facts: ContingencyFacts | null;
  readonly jws: string;
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

interface Books {
  readonly events: Map<string, JudgedContingency>;
  readonly sealed: Set<string>;
  readonly listed: Map<string, Listed>;
}

export function createContingenciesMemory(): ContingenciesMemory {
  const books: Books = { events: new Map(), sealed: new Set(), listed: new Map() };
  return {
    replay: (entry) => {
      if (isJudgedContingency(entry)) enter(books, entry);
    },
    openOn: (journal) => ({
      keep: (event) => {
        if (books.events.get(event.sha256)?.state === 'sealed') return journal.flushed();
        enter(books, event);
        return journal.append(event).durable;
      },
      covering: ({ tipoDte, ...key }) => {
        const listed = books.listed.get(documentKey(key));
        return listed?.tipoDoc === tipoDte ? listed.cover : null;
      },
      isListed: (key) => books.listed.has(documentKey(key)),
      isSealed: (ambiente, codigoGeneracion) => books.sealed.has(`${ambiente}|${codigoGeneracion}`),
      sealedCount: () => books.sealed.size,
      all: () => [...books.events.values()],
    }),
  };
}

function enter(books: Books, event: JudgedContingency): void {
  books.events.delete(event.sha256);
  books.events.set(event.sha256, event);
  const { state, facts, nit, ambiente, codigoGeneracion } = event;
  if (state === 'rejected' || facts === null) return;
  books.sealed.add(`${ambiente}|${codigoGeneracion}`);
  const { startMs, endMs } = facts;
  const cover = { codigoGeneracion, startMs, endMs, sealedAtMs: Date.parse(event.judgedAt) };
  for (const document of facts.documents) {
    const key = documentKey({ nit, ambiente, codigoGeneracion: document.codigoGeneracion });
    books.listed.set(key, { tipoDoc: document.tipoDoc, cover });
  }
}

function documentKey({ nit, ambiente, codigoGeneracion }: DocumentKey): string {
  return `${ambiente}|${nit}|${codigoGeneracion}`;
}

function isJudgedContingency(entry: unknown): entry is JudgedContingency {
  if (!isRecord(entry) || entry['type'] !== 'contingencia') return false;
  const { state, facts, observaciones } = entry;
  return (
    (state === 'sealed' || state === 'rejected') &&
    hasTexts(entry, ['nit', 'ambiente', 'sha256', 'judgedAt', 'jws']) &&
    Array.isArray(observaciones) &&
    (facts === null || isFacts(facts))
  );
}

function isFacts(value: unknown): value is ContingencyFacts {
  if (!isRecord(value) || !Array.isArray(value['documents'])) return false;
  const numbers = ['startMs', 'endMs', 'tipoContingencia'];
  return numbers.every((key) => typeof value[key] === 'number') && value['documents'].every(isListed);
}

function isListed(value: unknown): value is ListedDocument {
  return isRecord(value) && hasTexts(value, ['codigoGeneracion', 'tipoDoc']);
}

function hasTexts(record: JsonRecord, keys: readonly string[]): boolean {
  return keys.every((key) => textIn(record, key) !== null);
}
