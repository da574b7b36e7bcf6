import { isRecord, textIn } from '../exact/json.ts';
import { createEventBook, isKeptEvent, type KeptEvent } from './event-book.ts';
import type { Journal } from './journal.ts';
import { isVerdict, type Verdict } from './submission.ts';

/** What an invalidation is about. */
export interface InvalidationFacts {
  /** The document that is to be invalid. */
  readonly documento: string;
  readonly tipoDte: string;
  /** The document that takes its place. */
  readonly codigoGeneracionR: string | null;
}

/** An invalidation event with its verdict, as the state file keeps it. */
export interface JudgedInvalidation extends KeptEvent {
  readonly type: 'invalidacion';
  readonly verdict: Verdict;
  /** Null where the event was rejected before it was understood. */
  readonly facts: InvalidationFacts | null;
}

/** The invalidation events that the authority received; all of them survive a crash. */
export interface Invalidations {
  /** Keeps a verdict; it is in force at once, and resolves when it has reached the disk. */
  readonly keep: (event: JudgedInvalidation) => Promise<void>;
  /** Whether the document with this code is no longer valid. */
  readonly isInvalidated: (ambiente: string, codigoGeneracion: string) => boolean;
  /** Whether an event with this code was sealed. */
  readonly isSealed: (ambiente: string, codigoGeneracion: string) => boolean;
  readonly sealedCount: () => number;
  /** Oldest first. */
  readonly all: () => readonly JudgedInvalidation[];
}

/** The part that is rebuilt from the state file, entry by entry. */
export interface InvalidationsMemory {
  readonly replay: (entry: unknown) => void;
  readonly openOn: (journal: Journal) => Invalidations;
}

export function createInvalidationsMemory(): InvalidationsMemory {
  const invalid = new Set<string>();
  const book = createEventBook<JudgedInvalidation>(({ ambiente, facts }) => {
    if (facts !== null) invalid.add(`${ambiente}|${facts.documento}`);
  });
  return {
    replay: (entry) => {
      if (isJudgedInvalidation(entry)) book.enter(entry);
    },
    openOn: (journal) => ({
      keep: (event) => book.keep(event, journal),
      isInvalidated: (ambiente, codigoGeneracion) => invalid.has(`${ambiente}|${codigoGeneracion}`),
      isSealed: book.isSealed,
      sealedCount: book.sealedCount,
      all: book.all,
    }),
  };
}

function isJudgedInvalidation(entry: unknown): entry is JudgedInvalidation {
  if (!isKeptEvent(entry, 'invalidacion') || !isVerdict(entry['verdict'])) return false;
  const { facts } = entry;
  return facts === null || (isRecord(facts) && textIn(facts, 'documento') !== null);
}
