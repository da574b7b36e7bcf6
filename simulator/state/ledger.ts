import { createHash, randomBytes } from 'node:crypto';
import { isRecord, textIn } from '../exact/json.ts';
import type { Journal, Position } from './journal.ts';
import { type Adjustment, type Judged, readJudged } from './submission.ts';

/** One document in the ledger; the same bytes judged again replace their entry, unless they were stamped. */
export interface LedgerEntry extends Omit<Judged, 'type' | 'jws'> {
  readonly state: 'stamped' | 'rejected';
  readonly position: Position;
}

/** Bytes that arrived, whether or not they were processed. */
export interface Arrival {
  readonly codigoGeneracion: string;
  readonly nit: string | null;
  readonly sha256: string;
  readonly times: number;
}

/** What the authority knows about documents. Everything stamped survives a crash; so do rejections. */
export interface Ledger {
  readonly arrived: (arrival: Omit<Arrival, 'times'>) => void;
  /** The stamped document with this code, in one environment. */
  readonly stampedAs: (ambiente: string, codigoGeneracion: string) => LedgerEntry | null;
  readonly numberIsTaken: (key: NumberKey) => boolean;
  /** Somebody else's document, of which nothing else is known, has the number from now on; resolves when that is on the disk. */
  readonly takeNumber: (key: NumberKey) => Promise<void>;
  /** The stamped notes on a document, invalidated ones among them. */
  readonly notesOn: (ambiente: string, codigoGeneracion: string) => readonly NoteOnDocument[];
  /** Keeps a verdict; it is in force at once, and resolves when it has reached the disk. */
  readonly keep: (judged: Judged) => Promise<void>;
  /** Resolves when every verdict in force has reached the disk. */
  readonly settled: () => Promise<void>;
  /** A seal that nothing else has: 40 characters, the year first. What is not a document has a series of its own. */
  readonly newSello: (year: string, series?: SelloSeries) => string;
  readonly entries: () => readonly LedgerEntry[];
  readonly arrivals: () => readonly Arrival[];
  readonly jwsOf: (entry: LedgerEntry) => Promise<string | null>;
}

/** Seals of events: a name, and how many were given before. */
export interface SelloSeries {
  readonly name: string;
  readonly given: number;
}

/** A stamped note, and what it takes from one document, in units of 10^-8. */
export interface NoteOnDocument extends Pick<Adjustment, 'net' | 'sales'> {
  readonly codigoGeneracion: string;
}

/** A control number is unique for its issuer, environment and calendar year of issue. */
export interface NumberKey {
  readonly nit: string;
  readonly ambiente: string;
  readonly fecEmi: string;
  readonly numeroControl: string;
}

/** The part of the ledger that is rebuilt from the state file, entry by entry. */
export interface LedgerMemory {
  readonly replay: (entry: unknown, position: Position) => void;
  readonly openOn: (journal: Journal) => Ledger;
}

interface Books {
  readonly entries: Map<string, LedgerEntry>;
  readonly stamped: Map<string, LedgerEntry>;
  readonly numbers: Set<string>;
  readonly notes: Map<string, readonly NoteOnDocument[]>;
  readonly arrivals: Map<string, Arrival>;
}

export function createLedgerMemory(): LedgerMemory {
  const books = emptyBooks();
  let seed: string | null = null;
  return {
    replay: (entry, position) => {
      if (isRecord(entry) && entry['type'] === 'seed') seed = textIn(entry, 'seed');
      if (isRecord(entry) && entry['type'] === 'taken') books.numbers.add(textIn(entry, 'key') ?? '');
      const judged = readJudged(entry);
      if (judged !== null) enter(books, judged, position);
    },
    openOn: (journal) => openLedger(books, journal, seed ?? plantSeed(journal)),
  };
}

function emptyBooks(): Books {
  const maps = { entries: new Map(), stamped: new Map(), notes: new Map(), arrivals: new Map() };
  return { ...maps, numbers: new Set() };
}

/** Seals come from a seed of the state file and a counter, so that a replayed ledger goes on where it stopped. */
function plantSeed(journal: Journal): string {
  const seed = randomBytes(16).toString('hex');
  journal.append({ type: 'seed', seed });
  return seed;
}

function openLedger(books: Books, journal: Journal, seed: string): Ledger {
  return {
    arrived: (arrival) => {
      const key = bytesKey(arrival);
      const times = (books.arrivals.get(key)?.times ?? 0) + 1;
      books.arrivals.set(key, { ...arrival, times });
    },
    stampedAs: (ambiente, codigoGeneracion) => books.stamped.get(`${ambiente}|${codigoGeneracion}`) ?? null,
    numberIsTaken: (key) => books.numbers.has(numberKey(key)),
    takeNumber: (key) => {
      books.numbers.add(numberKey(key));
      return journal.append({ type: 'taken', key: numberKey(key) }).durable;
    },
    notesOn: (ambiente, codigoGeneracion) => books.notes.get(`${ambiente}|${codigoGeneracion}`) ?? [],
    keep: (judged) => {
      if (isKnownStamp(books, judged) && judged.lote === undefined) return journal.flushed();
      const { durable, ...position } = journal.append(judged);
      enter(books, judged, position);
      return durable;
    },
    settled: journal.flushed,
    newSello: (year, { name, given } = { name: '', given: books.stamped.size }) =>
      sello(year, `${seed}${name}`, given),
    entries: () => [...books.entries.values()],
    arrivals: () => [...books.arrivals.values()],
    jwsOf: async (entry) => readJudged(await journal.read(entry.position))?.jws ?? null,
  };
}

function enter(books: Books, judged: Judged, position: Position): void {
  if (isKnownStamp(books, judged)) return;
  const { type, jws: _, ...kept } = judged;
  const entry: LedgerEntry = { ...kept, state: type, position };
  books.entries.delete(bytesKey(entry));
  books.entries.set(bytesKey(entry), entry);
  if (type === 'rejected') return;
  books.stamped.set(`${entry.ambiente}|${entry.codigoGeneracion}`, entry);
  if (entry.facts === null) return;
  books.numbers.add(numberKey({ ...entry, ...entry.facts }));
  for (const { codigoGeneracion, ...takes } of entry.facts.adjusts ?? []) {
    const key = `${entry.ambiente}|${codigoGeneracion}`;
    const note = { ...takes, codigoGeneracion: entry.codigoGeneracion };
    books.notes.set(key, [...(books.notes.get(key) ?? []), note]);
  }
}

/**
 * Stamped bytes that come again are refused with 004, which says nothing new about them. The state file keeps that
 * answer only for a lote, which hands it out when it is asked for.
 */
function isKnownStamp(books: Books, judged: Judged): boolean {
  return books.entries.get(bytesKey(judged))?.state === 'stamped';
}

function bytesKey({ codigoGeneracion, sha256 }: Pick<Judged, 'codigoGeneracion' | 'sha256'>): string {
  return `${codigoGeneracion}|${sha256}`;
}

function numberKey({ nit, ambiente, fecEmi, numeroControl }: NumberKey): string {
  return `${nit}|${ambiente}|${fecEmi.slice(0, 4)}|${numeroControl}`;
}

const SERIAL_DIGITS = 4;

function sello(year: string, seed: string, counter: number): string {
  const digest = createHash('sha256').update(`${seed}:${counter}`).digest('hex').slice(0, 32);
  const serial = counter.toString(36).slice(-SERIAL_DIGITS).padStart(SERIAL_DIGITS, '0');
  return `${year}${digest}${serial}`.toUpperCase();
}
