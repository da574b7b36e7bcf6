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

/** Which of the two roles of the schema the connections act as. */
export type DatabaseRole = 'sello_service' | 'sello_operator';

/**
 * A pool whose connections act as one role and never as the login that owns the tables. Statements are cancelled
 * after 30 s, a waiting lock after 10 s, so that no request hangs on the database.
 */
export function createPool(role: DatabaseRole, options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.connections,
    options: `-c role=${role} -c statement_timeout=30000 -c lock_timeout=10000 -c timezone=UTC`,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', options.onIdleError);
  return pool;
}
