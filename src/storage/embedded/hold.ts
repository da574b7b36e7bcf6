import { Socket } from 'node:net';
import pg from 'pg';
import { errorCode } from '../../core/errors/error-code.ts';
import { EmbeddedPostgresError } from './failure.ts';

/**
 * A sign inside the server that this process uses it: a session-level advisory lock, shared by all users. The server
 * itself drops the sign of a process that dies, however it dies.
 */
export interface Hold {
  /** Whether no other process was using the server when the hold was taken. */
  readonly alone: boolean;
  /** Resolves when the connection that carries the sign has ended, be it by `close` or because the server did. */
  readonly ended: Promise<void>;
  /**
   * Gives the hold up. True when no other process uses the server: it must then be ended before `close`, and until
   * then no other process can take a hold. Null when the connection has broken, so that the server knows of no hold.
   */
  release(): Promise<boolean | null>;
  close(): Promise<void>;
}

/** Any pair of numbers that nobody else locks in the `postgres` database. */
const LOCK = '(1397050447, 18)';

const CONNECT_TIMEOUT_MS = 10_000;

/** What a server answers whose password is not the one in the data directory. */
const WRONG_PASSWORD = '28P01';

async function selectFlag(client: pg.Client, expression: string): Promise<boolean> {
  const result = await client.query<{ flag: boolean }>(`SELECT ${expression} AS flag`);
  return result.rows[0]?.flag === true;
}

async function lockShared(client: pg.Client): Promise<boolean> {
  const alone = await selectFlag(client, `pg_try_advisory_lock${LOCK}`);
  await client.query(`SELECT pg_advisory_lock_shared${LOCK}`);
  if (alone) await client.query(`SELECT pg_advisory_unlock${LOCK}`);
  return alone;
}

async function giveUp(client: pg.Client): Promise<boolean | null> {
  try {
    await client.query(`SELECT pg_advisory_unlock_shared${LOCK}`);
    return await selectFlag(client, `pg_try_advisory_lock${LOCK}`);
  } catch {
    return null;
  }
}

function holdOf(client: pg.Client, socket: Socket, alone: boolean): Hold {
  // A process with nothing else to do may end; its hold ends with it.
  socket.unref();
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  return {
    alone,
    ended,
    async release() {
      socket.ref();
      return giveUp(client);
    },
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}

/**
 * Takes a hold on the server at this URL; null when it does not accept connections now, as while it starts or ends.
 * Throws EmbeddedPostgresError when it will never let us in.
 */
export async function takeHold(url: string): Promise<Hold | null> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  // A server that ends or recovers takes the connection with it, which `ended` tells.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return holdOf(client, socket, await lockShared(client));
  } catch (error) {
    await client.end().catch(() => undefined);
    if (errorCode(error) !== WRONG_PASSWORD) return null;
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL refuses the password that stands in its own data directory: restore the file sello-password there.',
    );
  }
}
