import { mkdirSync } from 'node:fs';
import { CITUS_SETTINGS, joinServers, startServer } from '../../support/citus.ts';
import { type DrillPostgres, openPool } from '../postgres.ts';
import { distribute, migrate } from '../processes.ts';

/** Their folders; the first one is the one that the nodes talk to. */
export const SERVER_NAMES: readonly string[] = ['first', 'second', 'third'];

export interface SpreadOptions {
  /** The folder of the servers. */
  readonly directory: string;
  readonly main: string;
  readonly binDir: string;
  /** Into how many parts each table is taken apart. */
  readonly parts: number;
}

/** Three servers that write to the disk as in production, set up and spread as docs/scale.md says it, by the main program's own commands. */
export async function startSpread({ directory, main, binDir, parts }: SpreadOptions): Promise<DrillPostgres> {
  mkdirSync(directory, { recursive: true });
  const settings = { ...CITUS_SETTINGS, 'citus.shard_count': String(parts) };
  const servers = await Promise.all(
    SERVER_NAMES.map((name) => startServer({ binDir, directory }, name, settings)),
  );
  const urls = servers.map((server) => server.url);
  const [url = ''] = urls;
  await joinServers(urls);
  await migrate(main, url);
  await distribute(main, url);
  const pool = openPool(url);
  return {
    url,
    crash: () => Promise.reject(new Error('servers that share a database are not crashed here')),
    replace: () => Promise.reject(new Error('servers that share a database are not replaced')),
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    async close() {
      await pool.end();
      for (const server of servers) await server.stop();
    },
  };
}
