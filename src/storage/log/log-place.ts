/** A place in PostgreSQL's write-ahead log as it prints it (`pg_lsn`), like `16/B374D848`. */
export type LogPlace = string;

/** The bytes of log before a place. Throws RangeError for a text that names none. */
export function bytesBefore(place: LogPlace): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(place) ?? [];
  if (high === undefined || low === undefined) throw new RangeError(`${place} is no place in a log`);
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/** The later of two places; null is before every other. */
export function laterOf(one: LogPlace | null, other: LogPlace): LogPlace {
  return one !== null && bytesBefore(one) > bytesBefore(other) ? one : other;
}

/** Where the database's log has come to, with the reconciliation that it counts from. */
export interface ReachedLog {
  readonly place: LogPlace;
  readonly epoch: string;
  /** How far the database's clock was ahead of the node's; null where the node did not tell what its own shows. */
  readonly clockAheadMs?: number | null;
}
