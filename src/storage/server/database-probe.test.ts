import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { describeOnEach, sharedDatabase } from '../../../test/support/database.ts';
import { makePlace, removePlace } from '../../../test/support/temporary-place.ts';
import { startEmbedded } from '../embedded/start.ts';
import { createDatabaseProbe } from './database-probe.ts';

describeOnEach('a database probe', (name) => {
  const database = sharedDatabase(name);

  it('is answered, also after its connection was broken', async () => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'probe');
    const probe = createDatabaseProbe(url.href);
    expect(await probe.obstacle()).toBeNull();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'probe'`,
    );
    expect(rowCount).toBe(1);
    await client.end();
    await expect.poll(() => probe.obstacle()).toBeNull();
    await probe.close();
  });
});

describe('a database probe', () => {
  it('is refused where nothing listens', async () => {
    const probe = createDatabaseProbe('postgres://a:b@127.0.0.1:1/c');
    expect(await probe.obstacle()).toBe('unavailable');
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
    expect(await probe.obstacle()).toBe('unavailable');
    expect(performance.now() - started).toBeLessThan(2_500);
    await probe.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('says that none of several servers is a primary', async () => {
    const probe = createDatabaseProbe('postgres://a:b@127.0.0.1:1,127.0.0.1:2/c');
    expect(await probe.obstacle()).toBe('no_primary_found');
    await probe.close();
  });

  it('says that no standby answers, with one COMMIT that waits however often it is asked', async () => {
    const place = makePlace(0o755);
    const settings = { fsync: 'off', synchronous_standby_names: 'absent' };
    const server = await startEmbedded(join(place, 'data'), { settings });
    const superuser = new pg.Client({ connectionString: server.url });
    await superuser.connect();
    await superuser.query(`SET synchronous_commit = off; CREATE ROLE plain LOGIN PASSWORD 'change-me'`);
    const url = Object.assign(new URL(server.url), { username: 'plain', password: 'change-me' });
    const probe = createDatabaseProbe(url.href);
    const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    for (let asked = 0; asked < 3; asked += 1) expect(await probe.obstacle()).toBe('no_standby_answers');
    expect((await superuser.query(waiting)).rows).toEqual([{ waiting: 1 }]);
    await probe.close();
    await superuser.end();
    await server.stop();
    removePlace(place);
  });
});
