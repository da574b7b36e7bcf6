import { MOST_TAKINGS } from '../../../src/operations/documents/revalidate-document.ts';
import type { Ledger } from '../authority.ts';
import type { InvalidationLedger } from '../authority-invalidation.ts';
import type { Tables } from '../database/tables.ts';
import type { World } from '../world.ts';

/** Whether nothing that a caller sends can help: the date is not taken any more. */
export function isFinalRejection(observaciones: readonly string[]): boolean {
  return observaciones.some((text) => text.includes('fecEmi'));
}

/** What callers have asked for. */
export interface References {
  readonly sales: readonly string[];
  readonly notes: readonly string[];
}

/** What must hold when the bad days have been over for long enough: everything is settled, and store equals ledger. */
export function checkAtRest(
  world: World,
  {
    tables,
    ledger,
    invalidations,
  }: { readonly tables: Tables; readonly ledger: Ledger; readonly invalidations: InvalidationLedger },
  references: References,
): void {
  const records = [...tables.documents.values()].map(({ record }) => record);
  for (const reference of references.sales) {
    const record = records.find(({ externalRef }) => externalRef === reference);
    const isTaken = record?.state === 'rejected' && isFinalRejection(record.observaciones);
    if (record?.state !== 'stamped' && !isTaken)
      world.violate('everything_settles', `${reference} is ${record?.state ?? 'missing'}`);
    if (record?.hasWanted === true)
      world.violate('everything_settles', `${reference} still waits with new data`);
  }
  const leftAlone = putAside(tables);
  // Others may have left nothing for a note; what has a number has its verdict nevertheless, also a note of ours.
  for (const { externalRef, state, hasWanted } of records.filter(({ tipoDte }) => tipoDte === '05'))
    if (((state !== 'stamped' && state !== 'rejected') || hasWanted) && !leftAlone.has(externalRef))
      world.violate('everything_settles', `the note ${externalRef} is ${state}`);
  const waiting = new Set(
    records.filter(({ externalRef }) => leftAlone.has(externalRef)).map(({ documentId }) => documentId),
  );
  for (const { codigoGeneracion, nextAttemptMs, items } of tables.events.values())
    if (nextAttemptMs !== null && !items.some(({ documentId }) => waiting.has(documentId)))
      world.violate('everything_settles', `event ${codigoGeneracion} is not finished`);
  for (const [code, { reference, stamp }] of ledger.entries) {
    const record = records.find(({ codigoGeneracion }) => codigoGeneracion === code);
    if (record?.selloRecibido !== stamp.selloRecibido && !leftAlone.has(reference))
      world.violate('store_equals_ledger', `${reference} is stamped under ${code}, not here`);
  }
  checkInvalidations(world, { tables, invalidated: invalidations.invalidated });
}

/**
 * The notes that were put aside, visibly, because whoever took them up died ten times in a row. A sale is taken up again
 * by its caller; the callers of a note may have nothing more to ask that its CCF has room for, and nobody else comes
 * (seed 16917). The event that lists such a note waits with it (seed 240143).
 */
function putAside(tables: Tables): ReadonlySet<string> {
  const rows = [...tables.documents.values()].filter(
    ({ record, nextAttemptMs, takings }) =>
      record.tipoDte === '05' && nextAttemptMs === null && takings >= MOST_TAKINGS,
  );
  return new Set(rows.map(({ record }) => record.externalRef));
}

/** Every invalidation has its verdict, and what the authority has sealed is known here as sealed. */
function checkInvalidations(
  world: World,
  {
    tables,
    invalidated,
  }: { readonly tables: Tables; readonly invalidated: InvalidationLedger['invalidated'] },
): void {
  const known = new Set<string>();
  for (const [key, { record }] of tables.invalidations) {
    const document = tables.documents.get(key)?.record;
    if (record.state === 'open')
      world.violate('everything_settles', `the invalidation of ${document?.externalRef} is open`);
    if (record.state === 'sealed' && document !== undefined) known.add(document.codigoGeneracion);
  }
  for (const code of invalidated.keys())
    if (!known.has(code)) world.violate('store_equals_ledger', `${code} is invalidated, and not known to be`);
}
