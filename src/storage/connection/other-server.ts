import type pg from 'pg';
import { inTime } from './commit-wait.ts';
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
/** A call that takes so long has its server asked whether it is there at all. */
const SILENT_MS = 2_000;
/** In this time a server that is there answers. */
const ANSWERS_WITHIN_MS = 3_000;

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
 * Nobody waits for the first of its own, nor for one that is tried again, and a call ends in seconds over a wire that has gone silent.
 */
export function nearest({ own, first, onDetour }: Ways): Connections {
  let [isOpen, isTold, triedMs] = [false, false, Number.NEGATIVE_INFINITY];
  let looking: Promise<void> | null = null;

  function leave(error: unknown): void {
    isOpen = false;
    if (!isTold) onDetour(error instanceof Error ? error : new Error(String(error)));
    isTold = true;
  }
  async function tryAgain(): Promise<void> {
    triedMs = performance.now();
    try {
      await inTime(hearFrom(own), ANSWERS_WITHIN_MS);
      [isOpen, isTold] = [true, false];
    } catch (error) {
      leave(error);
    }
    looking = null;
  }
  const look = () => {
    looking ??= tryAgain();
    return looking;
  };
  function watched(client: pg.PoolClient): pg.PoolClient {
    const watch = setInterval(async () => {
      await look();
      if (!isOpen) client.connection.stream.destroy();
    }, SILENT_MS);
    const { release } = client;
    client.release = (broken) => {
      clearInterval(watch);
      release(broken);
    };
    return client;
  }
  return {
    async connect() {
      if (!isOpen && performance.now() - triedMs >= TRY_EVERY_MS) void look();
      if (!isOpen) return first.connect();
      try {
        return watched(await own.connect());
      } catch (error) {
        leave(error);
        return first.connect();
      }
    },
  };
}

/** Rejects where the server does not answer: a connection that has lain idle may lead nowhere. */
async function hearFrom(connections: Connections): Promise<void> {
  const client = await connections.connect();
  try {
    await inTime(client.query('SELECT'), ANSWERS_WITHIN_MS);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
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
