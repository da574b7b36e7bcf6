import type { Contingencia } from '../../../src/core/dte/contingencia.ts';
import type { Report } from '../../../src/core/submitting/next-event-step.ts';
import type {
  EventClocks,
  HeldEvent,
  NewEvent,
  UnreportedDocuments,
} from '../../../src/operations/contingencies/ports.ts';
import { type EventBytes, mattering } from './leased-rows.ts';
import type { StoreRules } from './rules.ts';
import {
  type DocumentRow,
  documentKeyOf,
  type EventRow,
  type ItemRow,
  keyOf,
  putDocument,
  type Tables,
  type Transaction,
} from './tables.ts';

const DOCUMENTS_PER_EVENT = 1_000;
const QUARANTINES_WAITED = 8;
const SECOND_MS = 1_000;

type Rules = Pick<StoreRules, 'isListed' | 'listingKey'>;

/** The formal documents that no event lists. */
export function formalDocuments({ documents }: Tables, { isListed }: Rules): readonly DocumentRow[] {
  return [...documents.values()].filter(
    (row) => row.declared !== null && row.record.state === 'contingency' && !isListed(row),
  );
}

type Account = Pick<NewEvent, 'companyId' | 'ambiente'>;

function unlisted(tables: Tables, { companyId, ambiente }: Account, rules: Rules): readonly DocumentRow[] {
  return formalDocuments(tables, rules).filter(
    ({ record }) => record.companyId === companyId && record.ambiente === ambiente,
  );
}

export interface Standing extends Account {
  readonly quarantineMs: number;
}

/** How many documents wait for an event, and how many others it should wait for, though not for ever. */
export function countUnreported(
  { tables, nowMs }: Pick<Transaction, 'tables' | 'nowMs'>,
  standing: Standing,
  rules: Rules,
): UnreportedDocuments {
  const waiting = unlisted(tables, standing, rules);
  const { companyId, ambiente, quarantineMs } = standing;
  const overdueMs = nowMs - quarantineMs;
  const since = waiting.flatMap(({ contingencySinceMs }) => contingencySinceMs ?? []);
  const waits = since.length > 0 && Math.min(...since) > overdueMs - QUARANTINES_WAITED * quarantineMs;
  const pending = [...tables.documents.values()].filter(
    ({ record, declared, nextAttemptMs, contingencySinceMs }) =>
      record.companyId === companyId &&
      record.ambiente === ambiente &&
      (record.state === 'contingency' || record.state === 'in_flight') &&
      declared === null &&
      nextAttemptMs !== null &&
      contingencySinceMs !== null &&
      contingencySinceMs <= overdueMs,
  );
  const [sample] = waiting.map(({ record }) => record).toSorted(byText((one) => one.codigoGeneracion));
  return {
    sample: sample === undefined ? null : { ...itemOf(sample), generation: sample.generation },
    pending: waits ? pending.length : 0,
    count: waiting.length,
  };
}

/** Opens an event with the documents of one kind of contingency; false where none waits. */
export function openEvent(
  transaction: Transaction,
  { event, clocks }: { readonly event: NewEvent; readonly clocks: EventClocks },
  rules: Rules,
): boolean {
  const chosen = choose(unlisted(transaction.tables, event, rules));
  const [first] = chosen;
  if (first === undefined || first.declared === null) return false;
  const period = periodOf(chosen, event.nowMs);
  const items = chosen.map(({ record }) => itemOf(record));
  putEvent(transaction, {
    companyId: event.companyId,
    eventId: event.eventId,
    ambiente: event.ambiente,
    codigoGeneracion: event.codigoGeneracion,
    contingencia: first.declared,
    ...period,
    reportUntilMs: period.endsMs + clocks.reportMs,
    selloRecibido: null,
    transmitUntilMs: null,
    warned: 0,
    tries: 0,
    leaseUntilMs: null,
    fence: 0,
    nextAttemptMs: transaction.nowMs,
    items,
    attempts: [],
    takings: 0,
  });
  for (const row of chosen) putDocument(transaction, { ...row, eventId: event.eventId });
  for (const item of items) list(transaction, event, { item, rules });
  return true;
}

function itemOf({ documentId, codigoGeneracion, tipoDte }: DocumentRow['record']): ItemRow {
  return { documentId, codigoGeneracion, tipoDte };
}

function list(
  { tables, put }: Transaction,
  { companyId, eventId }: NewEvent,
  { item, rules }: { readonly item: ItemRow; readonly rules: Rules },
): void {
  const key = rules.listingKey(companyId, item);
  if (tables.listings.has(key))
    throw new Error('duplicate key value violates unique constraint "contingency_items"');
  put(tables.listings, key, eventId);
}

function choose(waiting: readonly DocumentRow[]): readonly DocumentRow[] {
  const oldest = waiting.toSorted((a, b) => a.record.postedMs - b.record.postedMs);
  const [first] = oldest;
  return oldest
    .filter(({ declared }) => isSame(declared, first?.declared ?? null))
    .slice(0, DOCUMENTS_PER_EVENT)
    .toSorted(byText(({ record }) => record.externalRef));
}

function isSame(one: Contingencia | null, other: Contingencia | null): boolean {
  return one?.tipo === other?.tipo && one?.motivo === other?.motivo;
}

function byText<T>(textOf: (one: T) => string): (a: T, b: T) => number {
  return (a, b) => Buffer.compare(Buffer.from(textOf(a)), Buffer.from(textOf(b)));
}

/** In whole seconds, as the event prints them, from the first document to now, and never empty. */
function periodOf(chosen: readonly DocumentRow[], nowMs: number): Pick<EventRow, 'startsMs' | 'endsMs'> {
  const posted = chosen.map(({ record }) => record.postedMs);
  const endsMs = Math.floor(Math.max(nowMs, ...posted) / SECOND_MS) * SECOND_MS;
  const startsMs = Math.floor(Math.min(...posted) / SECOND_MS) * SECOND_MS;
  return { startsMs: Math.min(startsMs, endsMs - SECOND_MS), endsMs };
}

/** Writes an event, which keeps its seal. */
export function putEvent({ tables, put }: Transaction, event: EventRow): void {
  const key = keyOf(event.companyId, event.eventId);
  const before = tables.events.get(key);
  const fixed = ({ codigoGeneracion, selloRecibido, transmitUntilMs }: EventRow) =>
    [codigoGeneracion, selloRecibido, transmitUntilMs].join('/');
  if (before !== undefined && before.transmitUntilMs !== null && fixed(before) !== fixed(event))
    throw new Error(`contingency event ${event.eventId} is sealed and cannot change`);
  put(tables.events, key, event);
}

/** The documents that name this event as theirs. */
export function documentsOf(
  { documents }: Tables,
  { companyId, eventId }: Pick<EventRow, 'companyId' | 'eventId'>,
) {
  return [...documents.values()].filter(
    (row) => row.record.companyId === companyId && row.eventId === eventId,
  );
}

/** What a lease holder of an event gets to see. */
export function toHeldEvent(
  { nowMs, tables }: Pick<Transaction, 'nowMs' | 'tables'>,
  event: EventRow,
): HeldEvent {
  const { companyId, eventId } = event;
  const withoutStamp = event.items.flatMap((item) => {
    const record = tables.documents.get(keyOf(companyId, item.documentId))?.record;
    return record === undefined || record.state === 'stamped'
      ? []
      : { ...item, generation: record.generation };
  });
  return {
    lease: { companyId, eventId, fence: String(event.fence) },
    ambiente: event.ambiente,
    codigoGeneracion: event.codigoGeneracion,
    contingencia: event.contingencia,
    startsMs: event.startsMs,
    endsMs: event.endsMs,
    reportUntilMs: event.reportUntilMs,
    transmitUntilMs: event.transmitUntilMs,
    warned: event.warned,
    tries: event.tries,
    documents: withoutStamp,
    attempts: mattering(event.attempts).map((report) => seenReport(report, nowMs)),
  };
}

/** An attempt of an event as its holder sees it. */
export function seenReport(
  { signedMs, lastSentMs: _last, earlierSentMs: _earlier, ...bytes }: EventBytes,
  nowMs: number,
): Report {
  return { ...bytes, ageMs: nowMs - signedMs };
}

/** Whether bytes of the document may be on their way. */
export function isInDoubt({ attempts }: Tables, row: DocumentRow): boolean {
  return (attempts.get(documentKeyOf(row)) ?? []).some(({ outcome }) => outcome === 'unknown');
}

/** Whether bytes that say that they are of a formal contingency were sent since then. */
export function wasSentFormally({ attempts }: Tables, row: DocumentRow, sinceMs: number): boolean {
  const own = attempts.get(documentKeyOf(row)) ?? [];
  return own.some(({ formal, sends, lastSentMs }) => formal && sends > 0 && lastSentMs > sinceMs);
}
