import type { Ledger } from '../authority.ts';
import type { Tables } from '../database/tables.ts';
import type { World } from '../world.ts';

/** What must hold when the bad days have been over for long enough: everything is settled, and store equals ledger. */
export function checkAtRest(
  world: World,
  { tables, ledger }: { readonly tables: Tables; readonly ledger: Ledger },
  references: readonly string[],
): void {
  const records = [...tables.documents.values()].map(({ record }) => record);
  for (const reference of references) {
    const record = records.find(({ externalRef }) => externalRef === reference);
    const isTaken = record?.state === 'rejected' && record.observaciones.includes('numeroControl');
    if (record?.state !== 'stamped' && !isTaken)
      world.violate('everything_settles', `${reference} is ${record?.state ?? 'missing'}`);
    if (record?.hasWanted === true)
      world.violate('everything_settles', `${reference} still waits with new data`);
  }
  for (const { codigoGeneracion, nextAttemptMs } of tables.events.values())
    if (nextAttemptMs !== null)
      world.violate('everything_settles', `event ${codigoGeneracion} is not finished`);
  for (const [code, { reference, stamp }] of ledger.entries) {
    const record = records.find(({ codigoGeneracion }) => codigoGeneracion === code);
    if (record?.selloRecibido !== stamp.selloRecibido)
      world.violate('store_equals_ledger', `${reference} is stamped under ${code}, not here`);
  }
}
