import { rm } from 'node:fs/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbedded } from '../../src/storage/embedded/start.ts';
import { killServer } from '../support/embedded-process.ts';
import { migrate } from './processes.ts';
import { quietPort } from './quiet-port.ts';

type Row = Readonly<Record<string, unknown>>;

/** A PostgreSQL of the drill's own that writes to the disk as in production, always on the same port. */
export interface DrillPostgres {
  /** Changes with `replace`. */
  readonly url: string;
  /** What nodes have to be told of it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Kills the server with SIGKILL and starts it again; resolves when it answers. */
  crash(): Promise<void>;
  /** Kills the server, throws everything away that it held, and starts another one on nothing, without a schema. */
  replace(): Promise<void>;
  /** One statement as the superuser, past row-level security. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Starts it on an empty directory and lets the main program make its schema; `binDir` has programs of another installation. */
export async function startPostgres(dataDir: string, main: string, binDir?: string): Promise<DrillPostgres> {
  const settings = { port: String(await quietPort()), max_connections: '200' };
  const options = binDir === undefined ? { settings } : { settings, binDir };
  let server: EmbeddedPostgres = await startEmbedded(dataDir, options);
  await migrate(main, server.url);
  let pool = openPool(server.url);
  return {
    get url() {
      return server.url;
    },
    async crash() {
      await killServer(dataDir);
      server = await startEmbedded(dataDir, options);
    },
    async replace() {
      await killServer(dataDir);
      await pool.end().catch(() => undefined);
      await rm(dataDir, { recursive: true });
      server = await startEmbedded(dataDir, options);
      pool = openPool(server.url);
    },
    sql: async (text, values = []) => (await pool.query<Row>(text, [...values])).rows,
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/** The superuser's connections, which may break. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
