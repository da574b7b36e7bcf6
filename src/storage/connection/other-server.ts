import type pg from 'pg';
import type { Connections } from './server-pool.ts';

/** A server behind the first one, as the first one knows it. */
export interface OtherServer {
  /** By which Citus knows it and its standbys. */
  readonly group: number;
  readonly host: string;
  readonly port: number;
}

/** So long the first server passes everything on before the other one is tried again. */
const TRY_EVERY_MS = 10_000;

export interface Ways {
  /** Connections to the other server itself. */
  readonly own: Connections;
  /** Connections to the first server, which passes on what it is told. */
  readonly first: Connections;
  /** Told once why the other server cannot be reached from here, until it was reached. */
  readonly onDetour: (error: Error) => void;
}

/**
 * Connections for what a server carries out whole: its own where they can be made from here, and those of the first one where not.
 * Nobody waits for the first of its own, nor for one that is tried again.
 */
export function nearest({ own, first, onDetour }: Ways): Connections {
  let [isOpen, isTold, triedMs] = [false, false, Number.NEGATIVE_INFINITY];

  function leave(error: unknown): void {
    isOpen = false;
    if (!isTold) onDetour(error instanceof Error ? error : new Error(String(error)));
    isTold = true;
  }
  async function tryAgain(): Promise<void> {
    triedMs = performance.now();
    try {
      (await own.connect()).release();
      [isOpen, isTold] = [true, false];
    } catch (error) {
      leave(error);
    }
  }
  return {
    async connect() {
      if (!isOpen && performance.now() - triedMs >= TRY_EVERY_MS) void tryAgain();
      if (!isOpen) return first.connect();
      try {
        return await own.connect();
      } catch (error) {
        leave(error);
        return first.connect();
      }
    },
  };
}

/** Which server this is, for as long as it runs, and in which database; nothing of one that only reads. */
const WHO = `SELECT current_database() || ' since ' || extract(epoch FROM pg_postmaster_start_time()) AS name WHERE NOT pg_is_in_recovery()`;

/**
 * Rejects where another server answers than the one that the first one finds there: a name may mean another machine there than here,
 * and a pooler another database.
 */
export async function meet(
  client: pg.ClientBase,
  { host, port }: OtherServer,
  first: Connections,
): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(WHO);
  const asked = await first.connect();
  try {
    const told = await asked.query<{ readonly name: string }>(
      'SELECT result AS name FROM master_run_on_worker(ARRAY[$1], ARRAY[$2::integer], ARRAY[$3], false) WHERE success',
      [host, port, WHO],
    );
    if (rows[0] !== undefined && rows[0].name === told.rows[0]?.name) return;
  } finally {
    asked.release();
  }
  throw new Error('another server answers than the first one finds there, or a standby');
}
