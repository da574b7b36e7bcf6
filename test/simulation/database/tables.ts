import { fiscalTime } from '../../../src/core/calendar/el-salvador-time.ts';
import type { Contingencia } from '../../../src/core/dte/contingencia.ts';
import type { ReportedDocument } from '../../../src/core/dte/evento-contingencia.ts';
import type { Ambiente } from '../../../src/core/dte/kinds.ts';
import type { DocumentId } from '../../../src/core/identifiers/document-id.ts';
import { parseDocumentId } from '../../../src/core/identifiers/document-id.ts';
import type { CodigoGeneracion, NumeroControl } from '../../../src/core/identifiers/official.ts';
import type { Attempt } from '../../../src/core/submitting/attempt.ts';
import type { RawAnswer } from '../../../src/operations/authority/ports.ts';
import type { DocumentRecord, HeldDocument, KeptRejection } from '../../../src/operations/documents/ports.ts';
import type { InvalidationRecord } from '../../../src/operations/invalidations/ports.ts';
import type { AdjustedColumns, WantedPayload } from '../../../src/storage/documents/numbering.ts';
import { type EventRowOfBytes, type LeasedRow, mattering } from './leased-rows.ts';

/** A row of `documents`; instants are the database's. */
export interface DocumentRow extends LeasedRow {
  readonly record: DocumentRecord;
  readonly fiscalYear: number;
  /** Generation codes that it has had. */
  readonly codes: number;
  /** Control numbers that it has had. */
  readonly numbers: number;
  readonly draft: string;
  readonly wanted: WantedPayload | null;
  /** The CCF of a note, which stays. */
  readonly adjusts: DocumentId | null;
  /** What the note takes from it. */
  readonly adjusted: AdjustedColumns;
  /** Larger than that of every note that began to take what it takes before. */
  readonly turn: number;
  readonly stampedAttempt: number | null;
  /** A rejection that is not known to hold. */
  readonly doubt: KeptRejection | null;
  readonly settledMs: number | null;
  /** The instant of its stamp in the authority's own words; null where it said none. */
  readonly processedAt: string | null;
  readonly leaseHolder: string | null;
  readonly contingencySinceMs: number | null;
  /** What the document declares since it became formal. */
  readonly declared: Contingencia | null;
  /** The one live event that lists it. */
  readonly eventId: string | null;
  /** Until when it must arrive, on the clock on the wall; null until its event is sealed. */
  readonly transmitUntilMs: number | null;
}

/** A row of `attempts`. */
export interface AttemptRow extends Attempt {
  readonly firstSentMs: number | null;
  /** The sending before the last one. */
  readonly earlierSentMs: number | null;
  /** The payload of these bytes, once another one has taken its place in the document's row. */
  readonly former: WantedPayload | null;
  /** The number in these bytes, where the document has given it up since. */
  readonly givenUp: NumeroControl | null;
  readonly answer: RawAnswer | null;
}

/** A document as an event lists it: a row of `contingency_items`. */
export interface ItemRow extends ReportedDocument {
  readonly documentId: DocumentId;
}

/** A row of `contingency_events` with its items and attempts; what the authority reads is on the clock on the wall. */
export interface EventRow extends EventRowOfBytes {
  readonly companyId: string;
  readonly eventId: string;
  readonly ambiente: Ambiente;
  readonly codigoGeneracion: CodigoGeneracion;
  readonly contingencia: Contingencia;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly reportUntilMs: number;
  readonly selloRecibido: string | null;
  /** Null until it is sealed. */
  readonly transmitUntilMs: number | null;
  readonly warned: number;
  readonly items: readonly ItemRow[];
}

/** A row of `invalidations` with its attempts. */
export interface InvalidationRow extends EventRowOfBytes {
  readonly companyId: string;
  /** The document that is invalidated. */
  readonly documentId: DocumentId;
  readonly ambiente: Ambiente;
  /** As the table has it. */
  readonly record: InvalidationRecord;
  /** Whether a rejection of it that is told is in doubt; it stays open. */
  readonly doubted: boolean;
  readonly draft: string;
  /** On the clock on the wall. */
  readonly requestedMs: number;
}

/** A row of `given_up_numbers`. */
export interface GivenUpNumber {
  readonly fiscalYear: number;
  readonly numeroControl: NumeroControl;
  readonly documentId: DocumentId;
  readonly replacedBy: NumeroControl;
  readonly because: 'taken' | 'unused';
}

/** The tables that issuing needs, in memory. A company's key stands in front of every other. */
export interface Tables {
  readonly documents: Map<string, DocumentRow>;
  /** Document keys by company and reference: the unique index. */
  readonly references: Map<string, string>;
  readonly attempts: Map<string, readonly AttemptRow[]>;
  readonly series: Map<string, number>;
  /** Numbers that a document had and has no longer, by company, environment, year and number. */
  readonly givenUp: Map<string, GivenUpNumber>;
  readonly events: Map<string, EventRow>;
  /** Events by document and generation code: the unique index over what was ever listed. */
  readonly listings: Map<string, string>;
  /** By the key of their document. */
  readonly invalidations: Map<string, InvalidationRow>;
}

let turns = 0;

export function nextTurn(): number {
  turns += 1;
  return turns;
}

export function emptyTables(): Tables {
  return {
    documents: new Map(),
    references: new Map(),
    attempts: new Map(),
    series: new Map(),
    givenUp: new Map(),
    events: new Map(),
    listings: new Map(),
    invalidations: new Map(),
  };
}

export function keyOf(companyId: string, ...parts: readonly (string | number)[]): string {
  return [companyId, ...parts].join('/');
}

/** By identifier first, then by reference, byte for byte. */
export function findDocument(
  { documents, references }: Tables,
  companyId: string,
  idOrRef: string,
): DocumentRow | undefined {
  const id = parseDocumentId(idOrRef);
  const byId = id === null ? undefined : documents.get(keyOf(companyId, id));
  return byId ?? documents.get(references.get(keyOf(companyId, idOrRef)) ?? '');
}

/** The stamped document with the highest number of the last year, of those that nobody has invalidated or wants to; null where there is none. */
export function stampedForGood(
  { documents, invalidations }: Tables,
  { companyId, ambiente }: Pick<DocumentRecord, 'companyId' | 'ambiente'>,
): DocumentRow | null {
  const standing = [...documents].filter(
    ([key, { record }]) =>
      record.companyId === companyId &&
      record.ambiente === ambiente &&
      record.state === 'stamped' &&
      (invalidations.get(key)?.record.state ?? 'rejected') === 'rejected',
  );
  const place = ({ record }: DocumentRow) =>
    `${fiscalTime(record.postedMs).fiscalYear} ${record.numeroControl}`;
  const last = standing.toSorted(([, a], [, b]) => (place(a) < place(b) ? 1 : -1))[0];
  return last?.[1] ?? null;
}

/** A transaction under way: it reads the tables and its own writes, and can take those back. */
export interface Transaction {
  readonly tables: Tables;
  readonly nowMs: number;
  put<T>(table: Map<string, T>, key: string, value: T): void;
}

/** Thrown by a transaction whose COMMIT never came. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

export interface TransactionOptions {
  readonly tables: Tables;
  readonly nowMs: number;
  /** Whether the COMMIT arrives. */
  readonly commits: boolean;
}

/** Runs the work at once, alone, and undoes it where it throws or is not committed: serialized commits. */
export function transact<T>(
  { tables, nowMs, commits }: TransactionOptions,
  work: (transaction: Transaction) => T,
): T {
  const undo: (() => void)[] = [];
  const put = <V>(table: Map<string, V>, key: string, value: V) => {
    const before = table.get(key);
    undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)));
    table.set(key, value);
  };
  try {
    const result = work({ tables, nowMs, put });
    if (!commits) throw new RolledBack('the COMMIT did not arrive');
    return result;
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

export function attemptsOf({ attempts }: Tables, documentKey: string): readonly AttemptRow[] {
  return attempts.get(documentKey) ?? [];
}

/**
 * Writes a document. The identity of a numbered one and everything of a stamped one but its lease are for good; a number
 * that it gives up is put on record.
 */
export function putDocument(transaction: Transaction, row: DocumentRow): void {
  const key = documentKeyOf(row);
  const before = transaction.tables.documents.get(key);
  if (before !== undefined) refuseForgery(before, row);
  transaction.put(transaction.tables.documents, key, row);
  if (before !== undefined && before.record.numeroControl !== row.record.numeroControl)
    keepGivenUp(transaction, key, { before, row });
  if (before !== undefined && before.record.payloadHash !== row.record.payloadHash)
    keepFormer(transaction, key, before);
}

function keepFormer(transaction: Transaction, key: string, { record, draft, adjusted }: DocumentRow): void {
  const { summary, generation, payloadHash } = record;
  const former = { draft, summary, generation, payload_hash: payloadHash, ...adjusted };
  const attempts = attemptsOf(transaction.tables, key).map((attempt) =>
    attempt.payloadHash === payloadHash && attempt.former === null ? { ...attempt, former } : attempt,
  );
  transaction.put(transaction.tables.attempts, key, attempts);
}

function keepGivenUp(
  transaction: Transaction,
  key: string,
  { before, row }: { readonly before: DocumentRow; readonly row: DocumentRow },
): void {
  const { companyId, ambiente, documentId, numeroControl } = before.record;
  const { fiscalYear } = before;
  const because = row.record.state === 'stamped' ? 'unused' : 'taken';
  const givenUp = {
    fiscalYear,
    numeroControl,
    documentId,
    replacedBy: row.record.numeroControl,
    because,
  } as const;
  const { tables, put } = transaction;
  put(tables.givenUp, keyOf(companyId, ambiente, fiscalYear, numeroControl), givenUp);
  const attempts = attemptsOf(tables, key).map((one) => ({ ...one, givenUp: one.givenUp ?? numeroControl }));
  put(tables.attempts, key, attempts);
}

/** The document as anybody is told of it: a rejection is told when it comes, whatever may be in doubt about it. */
export function toldRecord({ record, doubt }: DocumentRow): DocumentRecord {
  return doubt?.about === 'copy' ? { ...record, state: 'rejected', selloRecibido: null } : record;
}

export function documentKeyOf({ record }: Pick<DocumentRow, 'record'>): string {
  return keyOf(record.companyId, record.documentId);
}

function refuseForgery(before: DocumentRow, after: DocumentRow): void {
  const { documentId } = before.record;
  const identity = ({ record, adjusts }: DocumentRow) =>
    [record.externalRef, record.tipoDte, record.postedMs, adjusts].join('/');
  const isRenumbered = before.record.numeroControl !== after.record.numeroControl;
  if (identity(before) !== identity(after) || isRenumbered !== (before.numbers !== after.numbers))
    throw new Error(`the identity of document ${documentId} cannot change`);
  if (before.record.state === 'stamped' && before.record !== after.record)
    throw new Error(`document ${documentId} is stamped and cannot change`);
}

/** Writes the attempts of a document, of which one may be of unknown fate. */
export function putAttempts(
  { tables, put }: Transaction,
  documentKey: string,
  attempts: readonly AttemptRow[],
): void {
  const open = attempts.filter(({ outcome }) => outcome === 'unknown');
  if (open.length > 1)
    throw new Error('duplicate key value violates unique constraint "attempts_one_unknown"');
  put(tables.attempts, documentKey, attempts);
}

/** Whose eyes see a document: its node's clock, and what the store decides. */
export interface Sight {
  readonly monotonicMs: number;
  readonly rules: {
    /** Whether the store counts it as reported. */
    readonly isReported: (row: DocumentRow) => boolean;
    readonly quarantineMs: number;
  };
}

/** What a lease holder gets to see, with the instants on its own monotonic clock. */
export function toHeld(
  { tables, nowMs }: Pick<Transaction, 'tables' | 'nowMs'>,
  row: DocumentRow,
  { monotonicMs, rules }: Sight,
): HeldDocument {
  const onItsClock = (instantMs: number) => monotonicMs - (nowMs - instantMs);
  const { companyId, documentId } = row.record;
  return {
    record: toldRecord(row),
    draft: row.draft,
    wantedHash: row.wanted?.payload_hash ?? row.record.payloadHash,
    attempts: mattering(attemptsOf(tables, documentKeyOf(row))).map(
      ({ answer: _, firstSentMs: _1, earlierSentMs: _2, former: _3, givenUp: _4, ...attempt }) => ({
        ...attempt,
        lastSentMs: onItsClock(attempt.lastSentMs),
      }),
    ),
    lease: { companyId, documentId, fence: String(row.fence) },
    tries: row.tries,
    codesToAsk: 0,
    quarantineMs: rules.quarantineMs,
    contingency: {
      sinceMs: row.contingencySinceMs === null ? null : onItsClock(row.contingencySinceMs),
      declared: row.declared,
      reported: rules.isReported(row),
    },
    doubt: row.doubt,
  };
}
