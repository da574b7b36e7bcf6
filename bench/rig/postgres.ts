import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/storage/embedded/start.ts';
import { migrate } from '../../src/storage/server/migrate.ts';
import { quietPort } from '../../test/drills/quiet-port.ts';
import { type RunSql, runSqlOn } from '../../test/support/superuser.ts';

/** Debian's place, or the one a developer names. */
const POSTGRES_15_BIN = process.env['SELLO_TEST_PG15_BIN'] ?? '/usr/lib/postgresql/15/bin';

/** The PostgreSQL of a run, on a directory of its own, with every setting that durability rests on. */
export interface BenchPostgres {
  /** The address of the service's database. */
  readonly url: string;
  readonly version: string;
  /** The identifier of the server's first process. */
  readonly pid: number;
  /** Folder of programs such as pgbench; null where the server came without them. */
  readonly programs: string | null;
  readonly sql: RunSql;
  close(): Promise<void>;
}

/** What a server for some hundred documents a second is set to; docs/operating.md says why. */
const SETTINGS = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  max_connections: '200',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
  track_wal_io_timing: 'off',
};

/** Debian's PostgreSQL 15 where it is installed, because it brings pgbench; else the embedded one. */
export async function startPostgres(dataDir: string): Promise<BenchPostgres> {
  const programs = existsSync(join(POSTGRES_15_BIN, 'pgbench')) ? POSTGRES_15_BIN : null;
  const settings = { ...SETTINGS, port: String(await quietPort()) };
  const server = await startEmbedded(dataDir, {
    settings,
    ...(programs === null ? {} : { binDir: programs }),
  });
  await migrate(server.url);
  const pool = new pg.Pool({ connectionString: server.url, max: 2 });
  pool.on('error', () => undefined);
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const { rows } = await pool.query<{ readonly version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return {
    url: server.url,
    version: rows[0]?.version ?? '',
    pid: Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    programs,
    sql: runSqlOn(pool),
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}
