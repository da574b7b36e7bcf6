import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlace, removePlace } from '../../../test/support/temporary-place.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start.ts';
import { inTime } from './commit-wait.ts';
import { callFunction } from './function-call.ts';
import { createPool, type Pool } from './pool.ts';
import { inTransaction, UnansweredCommit } from './transaction.ts';

const SETTINGS = { fsync: 'off', synchronous_standby_names: 'absent', synchronous_commit: 'off' };

/** What the client is told of a COMMIT that waits for a standby which is not there. */
describe('a commit that waits for a standby', () => {
  let place: string;
  let server: EmbeddedPostgres;
  let superuser: pg.Pool;
  let pool: Pool;
  beforeAll(async () => {
    place = makePlace(0o755);
    server = await startEmbedded(join(place, 'data'), { settings: SETTINGS });
    superuser = new pg.Pool({ connectionString: server.url, max: 2 });
    superuser.on('error', () => undefined);
    superuser.on('connect', (client) => void client.on('error', () => undefined));
    await superuser.query(
      'CREATE ROLE sello_service; CREATE TABLE sold (number integer); GRANT ALL ON sold TO sello_service',
    );
    pool = createPool('sello_service', {
      databaseUrl: server.url,
      connections: 2,
      onIdleError: () => undefined,
    });
  });
  afterAll(async () => {
    await Promise.all([pool.end(), superuser.end()]);
    await server.stop();
    removePlace(place);
  });

  /** Cancels the wait of whoever waits, as soon as somebody does. */
  async function cancelWait(): Promise<void> {
    for (;;) {
      const { rowCount } = await superuser.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_type = 'client backend'",
      );
      if (rowCount !== 0) return;
      await sleep(10);
    }
  }
  const count = async () => Number((await superuser.query('SELECT count(*) FROM sold')).rows[0]?.count);

  it('is made to wait although the server’s default is not to, and unknown once the wait is cancelled', async () => {
    const selling = inTransaction(pool, (client) => client.query('INSERT INTO sold VALUES (1)'));
    await Promise.all([expect(selling).rejects.toThrow(UnansweredCommit), cancelWait()]);
    expect(await count()).toBe(1);
    await inTransaction(pool, (client) => client.query('SELECT 1'));
  });

  it('is unknown after a statement that commits by itself, too', async () => {
    const text =
      "INSERT INTO sold SELECT 2 FROM (SELECT set_config('synchronous_commit', 'on', true)) AS durable";
    const selling = callFunction(pool, { text });
    await Promise.all([expect(selling).rejects.toThrow(UnansweredCommit), cancelWait()]);
    expect(await count()).toBe(2);
    expect(await callFunction(pool, { text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  });

  it('is not waited for without an end', async () => {
    await expect(inTime(new Promise(() => undefined), 20)).rejects.toThrow('did not answer in time');
    expect(await inTime(Promise.resolve(1), 20)).toBe(1);
  });
});
