import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { describeOnDatabases, sharedDatabase } from '../../../test/support/database.ts';
import { createDatabaseProbe } from './database-probe.ts';

describeOnDatabases('a database probe', (name) => {
  const database = sharedDatabase(name);

  it('is answered, also after its connection was broken', async () => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'probe');
    const probe = createDatabaseProbe(url.href);
    await probe.ask();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'probe'`,
    );
    expect(rowCount).toBe(1);
    await client.end();
    await expect.poll(() => probe.ask().then(() => 'answered')).toBe('answered');
    await probe.close();
  });
});

describe('a database probe', () => {
  it('is refused where nothing listens', async () => {
    const probe = createDatabaseProbe('postgres://a:b@127.0.0.1:1/c');
    await expect(probe.ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await probe.close();
  });

  it('does not wait for a server that says nothing', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const probe = createDatabaseProbe(`postgres://a:b@127.0.0.1:${port}/c`);
    const started = performance.now();
    await expect(probe.ask()).rejects.toThrow(/timeout/);
    expect(performance.now() - started).toBeLessThan(2_500);
    await probe.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
