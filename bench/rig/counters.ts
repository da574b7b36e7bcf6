import type { BenchPostgres } from './postgres.ts';

/** What PostgreSQL was asked and what it wrote, told at once. */
export interface Counters {
  /** Calls of each statement, as clients sent them; what a function runs within is not counted. */
  readonly calls: ReadonlyMap<string, number>;
  /** Transactions that wrote anything. */
  readonly writes: number;
  readonly walBytes: number;
}

export async function countersOf({ sql }: BenchPostgres): Promise<Counters> {
  const calls = await sql('SELECT queryid::text AS name, calls FROM pg_stat_statements');
  const [row] = await sql(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS writes,
       pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal_bytes`,
  );
  return {
    calls: new Map(calls.map(({ name, calls }) => [String(name), Number(calls)])),
    writes: Number(row?.['writes']),
    walBytes: Number(row?.['wal_bytes']),
  };
}

/** What each of so many of something took of what happened between two looks, what ran beside them included. */
export function countedFor(
  before: Counters,
  after: Counters,
  times: number,
): { readonly statements: number; readonly writes: number; readonly walBytes: number } {
  const calls = callsBetween(before, after).reduce((sum, count) => sum + count, 0);
  return {
    statements: calls / times,
    writes: (after.writes - before.writes) / times,
    walBytes: (after.walBytes - before.walBytes) / times,
  };
}

/**
 * Statements that each of so many caused, done one after the other. What runs beside them, such as the look for waiting
 * documents each second, is called less than half as often and vanishes in the rounding of each statement.
 */
export function statementsOfEach(before: Counters, after: Counters, times: number): number {
  return callsBetween(before, after).reduce((sum, count) => sum + Math.round(count / times), 0);
}

function callsBetween(before: Counters, after: Counters): readonly number[] {
  return [...after.calls].map(([name, count]) => count - (before.calls.get(name) ?? 0));
}

/** Rows of one table. */
export interface Rows {
  readonly inserted: number;
  /** Rewritten, those included that stayed on their page. */
  readonly updated: number;
  readonly updatedInPlace: number;
}

/** What sessions tell when they end, and every now and then before. */
export interface Written {
  readonly transactions: number;
  /** How often a transaction made sure that the log is on the disk; several may share it. */
  readonly syncs: number;
  readonly rows: Readonly<Record<string, Rows>>;
}

/** A session tells the server's statistics what it did ten seconds after its last statement, or when it ends. */
export const STATISTICS_LATE_MS = 11_000;

/** Since the server began; exact for sessions that have ended. */
export async function writtenIn({ sql }: BenchPostgres): Promise<Written> {
  const tables = await sql('SELECT relname, n_tup_ins, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables');
  const [{ transactions } = {}] = await sql(
    'SELECT xact_commit AS transactions FROM pg_stat_database WHERE datname = current_database()',
  );
  return {
    transactions: Number(transactions),
    syncs: await syncs(sql),
    rows: Object.fromEntries(tables.map((row) => [String(row['relname']), rowsIn(row)])),
  };
}

/** PostgreSQL 18 counts them among all input and output. */
async function syncs(sql: BenchPostgres['sql']): Promise<number> {
  const [{ version } = {}] = await sql("SELECT current_setting('server_version_num')::int AS version");
  const counted =
    Number(version) >= 180_000
      ? "SELECT sum(fsyncs) AS syncs FROM pg_stat_io WHERE object = 'wal'"
      : 'SELECT wal_sync AS syncs FROM pg_stat_wal';
  const [row] = await sql(counted);
  return Number(row?.['syncs']);
}

function rowsIn(row: Readonly<Record<string, unknown>>): Rows {
  return {
    inserted: Number(row['n_tup_ins']),
    updated: Number(row['n_tup_upd']),
    updatedInPlace: Number(row['n_tup_hot_upd']),
  };
}

/** The share of each of so many documents in what was written between two looks. */
export function perDocument(before: Written, after: Written, documents: number): Written {
  const entries = Object.entries(after.rows).map(([table, rows]) => {
    const { inserted = 0, updated = 0, updatedInPlace = 0 } = before.rows[table] ?? {};
    const share = {
      inserted: (rows.inserted - inserted) / documents,
      updated: (rows.updated - updated) / documents,
      updatedInPlace: (rows.updatedInPlace - updatedInPlace) / documents,
    };
    return [table, share] as const;
  });
  return {
    transactions: (after.transactions - before.transactions) / documents,
    syncs: (after.syncs - before.syncs) / documents,
    rows: Object.fromEntries(entries.filter(([, { inserted, updated }]) => inserted + updated > 0)),
  };
}
