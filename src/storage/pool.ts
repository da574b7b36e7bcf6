import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type Client = pg.PoolClient;
export type Pool = pg.Pool;

export interface PoolOptions {
  readonly databaseUrl: string;
  /** Connections at the most; every transaction is short, because none is held across a network call. */
  readonly connections: number;
  /** Told about connections that break while idle; they are replaced by themselves. */
  readonly onIdleError: (error: Error) => void;
}

/** By which the database knows the connections of this process from those of every other Sello. */
export const APPLICATION = `sello ${randomBytes(6).toString('hex')}`;

/** Which of the two roles of the schema the connections act as. */
export type DatabaseRole = 'sello_service' | 'sello_operator';

/**
 * A pool whose connections act as one role and never as the login that owns the tables. Statements are cancelled
 * after 30 s and a waiting lock after 10 s, so that no request hangs on the database; a transaction that its node
 * leaves open ends after 15 s, so that a node that hangs holds no number back from the others.
 */
export function createPool(role: DatabaseRole, options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.connections,
    connectionTimeoutMillis: 10_000,
    onConnect: (client) => prepare(client, role),
  });
  pool.on('error', options.onIdleError);
  return pool;
}

/** Set by statement, because options in the address would replace those of the start of the connection. */
async function prepare(client: pg.ClientBase, role: DatabaseRole): Promise<void> {
  // A connection that breaks while a transaction has it fails that transaction's statements; without a listener its
  // event would end the process.
  client.on('error', () => undefined);
  await client.query(
    `SET ROLE ${role}; SET statement_timeout = '30s'; SET lock_timeout = '10s';
     SET idle_in_transaction_session_timeout = '15s'; SET timezone = 'UTC'; SET application_name = '${APPLICATION}'`,
  );
}
