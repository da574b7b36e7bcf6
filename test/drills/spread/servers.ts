import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CITUS_SETTINGS, joinServers, startServer } from '../../support/citus.ts';
import { killServer } from '../../support/embedded-process.ts';
import { type DrillPostgres, openPool } from '../postgres.ts';
import { distribute, migrate } from '../processes.ts';
import { quietPort } from '../quiet-port.ts';

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
  const named = await Promise.all(
    SERVER_NAMES.map(async (name) => ({ name, port: String(await quietPort()) })),
  );
  const start = () =>
    Promise.all(
      named.map(({ name, port }) =>
        startServer({ binDir, directory }, name, {
          ...CITUS_SETTINGS,
          'citus.shard_count': String(parts),
          port,
        }),
      ),
    );
  const kill = () => Promise.all(SERVER_NAMES.map((name) => killServer(join(directory, name))));
  let servers = await start();
  const urls = servers.map((server) => server.url);
  const [url = ''] = urls;
  await joinServers(urls);
  await migrate(main, url);
  await distribute(main, url);
  let pool = openPool(url);
  return {
    url,
    async crash() {
      await kill();
      servers = await start();
    },
    async replace() {
      await kill();
      await pool.end().catch(() => undefined);
      for (const name of SERVER_NAMES) await rm(join(directory, name), { recursive: true });
      servers = await start();
      await joinServers(urls);
      pool = openPool(url);
    },
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    async close() {
      await pool.end();
      for (const server of servers) await server.stop();
    },
  };
}
