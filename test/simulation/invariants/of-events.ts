import { fiscalTime } from '../../../src/core/calendar/el-salvador-time.ts';
import type { EventLedger, SealedEvent, SealListener } from '../authority-contingency.ts';
import { type DocumentRow, type EventRow, type ItemRow, keyOf, type Tables } from '../database/tables.ts';
import type { World } from '../world.ts';

/** What must hold of contingency events, in the store after every step and at the authority with every seal. */
export interface EventWatch {
  readonly onSeal: SealListener;
  check(): void;
}

export interface EventWatchOptions {
  readonly world: World;
  readonly tables: Tables;
  /** The books are opened after those who watch them. */
  readonly ledger: () => EventLedger;
}

export function watchEvents({ world, tables, ledger }: EventWatchOptions): EventWatch {
  const seen = new Map<string, EventRow>();
  const sealed: SealedEvent[] = [];
  return {
    onSeal(event) {
      for (const other of sealed) checkPair(world, other, event);
      sealed.push(event);
      checkPeriod(world, tables, event);
    },
    check() {
      for (const [key, event] of tables.events) {
        if (seen.get(key) === event) continue;
        if (!seen.has(key)) checkListings(world, seen, event);
        if (event.transmitUntilMs !== null) checkSeal(world, { tables, events: ledger().events }, event);
        seen.set(key, event);
      }
    },
  };
}

function checkPair(world: World, other: SealedEvent, event: SealedEvent): void {
  const twice = event.documents.find((code) => other.documents.includes(code));
  if (twice !== undefined)
    world.violate(
      'one_sealed_event_per_document',
      `${twice} in ${other.codigoGeneracion} and ${event.codigoGeneracion}`,
    );
}

/** A document was issued while the contingency that its event tells of lasted. */
function checkPeriod(world: World, { documents }: Tables, event: SealedEvent): void {
  const rows = [...documents.values()];
  for (const code of event.documents) {
    const row = rows.find(({ record }) => record.codigoGeneracion === code);
    if (row === undefined || row.declared === null)
      world.violate('events_list_formal_documents', `${code} in ${event.codigoGeneracion}`);
    else if (!isWithin(row, event))
      world.violate('events_cover_their_documents', `${code}: ${event.starts} to ${event.ends}`);
  }
}

function isWithin({ record }: DocumentRow, { starts, ends }: SealedEvent): boolean {
  const { fecEmi, horEmi } = fiscalTime(record.postedMs);
  const issued = `${fecEmi}T${horEmi}`;
  return starts <= issued && issued <= ends;
}

/** Each document is listed in one event under its code, and once in that. */
function checkListings(world: World, known: ReadonlyMap<string, EventRow>, event: EventRow): void {
  const before = new Set(
    [...known.values()].flatMap(({ items }) => items.map((item) => item.codigoGeneracion)),
  );
  for (const { codigoGeneracion } of event.items) {
    if (before.has(codigoGeneracion))
      world.violate('one_live_event_per_code', `${codigoGeneracion} in ${event.eventId}`);
    before.add(codigoGeneracion);
  }
}

/** What the store calls sealed the authority has, under that code, with that seal and those documents that need it. */
function checkSeal(
  world: World,
  { tables, events }: Pick<EventLedger, 'events'> & { readonly tables: Tables },
  event: EventRow,
): void {
  const entry = events.get(event.codigoGeneracion);
  const needs = ({ documentId }: ItemRow) =>
    tables.documents.get(keyOf(event.companyId, documentId))?.record.state !== 'stamped';
  const problems = [
    entry === undefined && 'not sealed by the authority',
    entry !== undefined && ![null, entry.selloRecibido].includes(event.selloRecibido) && 'another seal',
    entry !== undefined &&
      event.items.some((item) => needs(item) && !entry.documents.includes(item.codigoGeneracion)) &&
      'a document is missing',
  ].filter((problem) => problem !== false);
  if (problems.length > 0)
    world.violate('seals_are_the_ledgers', `event ${event.codigoGeneracion}: ${problems.join(', ')}`);
}
