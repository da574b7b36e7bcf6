import type { Ledger } from '../authority.ts';
import type { Tables } from '../database/tables.ts';
import type { World } from '../world.ts';

/** What callers have asked for. */
export interface References {
  readonly sales: readonly string[];
  readonly notes: readonly string[];
}

/** What must hold when the bad days have been over for long enough: everything is settled, and store equals ledger. */
export function checkAtRest(
  world: World,
  { tables, ledger }: { readonly tables: Tables; readonly ledger: Ledger },
  references: References,
): void {
  const records = [...tables.documents.values()].map(({ record }) => record);
  for (const reference of references.sales) {
    const record = records.find(({ externalRef }) => externalRef === reference);
    const isTaken = record?.state === 'rejected' && record.observaciones.includes('numeroControl');
    if (record?.state !== 'stamped' && !isTaken)
      world.violate('everything_settles', `${reference} is ${record?.state ?? 'missing'}`);
    if (record?.hasWanted === true)
      world.violate('everything_settles', `${reference} still waits with new data`);
  }
  // Others may have left nothing for a note; what has a number has its verdict nevertheless.
  for (const { externalRef, state, hasWanted } of records.filter(isOneOf(references.notes)))
    if ((state !== 'stamped' && state !== 'rejected') || hasWanted)
      world.violate('everything_settles', `the note ${externalRef} is ${state}`);
  for (const { codigoGeneracion, nextAttemptMs } of tables.events.values())
    if (nextAttemptMs !== null)
      world.violate('everything_settles', `event ${codigoGeneracion} is not finished`);
  for (const [code, { reference, stamp }] of ledger.entries) {
    const record = records.find(({ codigoGeneracion }) => codigoGeneracion === code);
    if (record?.selloRecibido !== stamp.selloRecibido)
      world.violate('store_equals_ledger', `${reference} is stamped under ${code}, not here`);
  }
}

function isOneOf(references: readonly string[]) {
  return ({ externalRef }: { readonly externalRef: string }) => references.includes(externalRef);
}
