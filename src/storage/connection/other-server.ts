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
  /** Those to the first server, which passes on what it is told. */
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

/** Rejects where another server answers than the one that is meant, or one that only reads. */
export async function meet(client: pg.ClientBase, { group }: OtherServer): Promise<void> {
  const { rows } = await client.query<{ readonly met: boolean }>(
    `SELECT groupid = ${group} AND NOT pg_is_in_recovery() AS met FROM pg_dist_local_group`,
  );
  if (rows[0]?.met !== true) throw new Error('another server answers there, or a standby');
}
