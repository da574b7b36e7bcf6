import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePlace, removePlace } from '../../../test/support/temporary-place.ts';
import { type TimelineServer, timelineServer } from '../../../test/support/timeline-server.ts';
import { addressesOf } from '../../core/addresses/database-addresses.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start.ts';
import { connectionOf } from './connection.ts';
import { databaseObstacle } from './database-obstacle.ts';
import { NoPrimary, primaryOf, watchPrimary } from './primary.ts';
import { createServerPool, type ServerPool } from './server-pool.ts';

const SETTINGS = { fsync: 'off', hot_standby: 'on' };
const PORT = `SELECT current_setting('port')::int AS port`;
const MOVED = { timeout: 10_000 };

function poolTo(url: string, within: pg.PoolConfig = {}): ServerPool {
  return createServerPool(url, (address) => {
    const limits = { max: 2, connectionTimeoutMillis: 10_000, ...within };
    const opened = new pg.Pool({ ...connectionOf(address), ...limits });
    opened.on('connect', (client) => client.on('error', () => undefined));
    return opened.on('error', () => undefined);
  });
}

/** A primary and a copy of it that can be promoted, as of a cluster of which one machine is cut off. */
describe('connections to the primary of two servers', () => {
  let place: string;
  let old: EmbeddedPostgres;
  let heir: EmbeddedPostgres;
  let both: string;
  let pool: ServerPool;
  beforeAll(async () => {
    place = makePlace(0o755);
    const data = join(place, 'old');
    await (await startEmbedded(data, { settings: SETTINGS })).stop();
    cpSync(data, join(place, 'heir'), { recursive: true });
    chmodSync(join(place, 'heir'), 0o700);
    writeFileSync(join(place, 'heir', 'standby.signal'), '', { mode: 0o644 });
    old = await startEmbedded(data, { settings: SETTINGS });
    heir = await startEmbedded(join(place, 'heir'), { settings: SETTINGS });
    // What nobody listens at stands first, as a machine that is away does.
    both = heir.url.replace(/@([^/]*)\//, `@127.0.0.1:1,$1,${new URL(old.url).host}/`);
    pool = poolTo(both);
  });
  afterAll(async () => {
    await pool.end();
    await Promise.all([old.stop(), heir.stop()]);
    removePlace(place);
  });

  async function ask<T extends pg.QueryResultRow>(text: string): Promise<T | undefined> {
    const client = await pool.connect();
    try {
      return (await client.query<T>(text)).rows[0];
    } finally {
      client.release();
    }
  }
  const portOf = ({ url }: EmbeddedPostgres) => Number(new URL(url).port);

  it('are made to the one that can be written to', async () => {
    expect(addressesOf(both)).toHaveLength(3);
    expect(await primaryOf(both)).toBe(addressesOf(both)[2]);
    expect(await ask(PORT)).toEqual({ port: portOf(old) });
    expect(pool.use()).toEqual({ taken: 0, awaited: 0 });
  });

  it('are cut when another one is promoted, although the old one goes on answering', async () => {
    const waiting = expect(ask('SELECT pg_sleep(60)')).rejects.toThrow(/terminated/);
    const client = new pg.Client({ connectionString: heir.url });
    await client.connect();
    await client.query('SELECT pg_promote()');
    await client.end();
    await waiting;
    await vi.waitFor(async () => expect(await ask(PORT)).toEqual({ port: portOf(heir) }), MOVED);
    expect(await primaryOf(both)).toBe(addressesOf(both)[1]);
    const direct = new pg.Client({ connectionString: old.url });
    await direct.connect();
    expect((await direct.query('SHOW transaction_read_only')).rows).toEqual([
      { transaction_read_only: 'off' },
    ]);
    await direct.end();
  });

  it('are never made to the old one again, and whoever comes is told so', async () => {
    await heir.stop();
    await vi.waitFor(() => expect(ask(PORT)).rejects.toThrow(NoPrimary), MOVED);
    const error = await ask(PORT).catch((thrown: unknown) => thrown);
    expect(databaseObstacle(error)).toBe('no_primary');
    expect(String(error)).toMatch(/No PostgreSQL server in DATABASE_URL can be written to \(127.0.0.1:1: /);
  });

  it('are waited for by nobody where they are cut', async () => {
    const cut = poolTo(old.url);
    const client = await cut.connect();
    const waiting = expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow(/terminated/);
    const ended = cut.cut();
    await waiting;
    client.release(true);
    await ended;
  });

  it('need no question where there is one server', async () => {
    expect(await primaryOf('postgres://u@127.0.0.1:1/x')).toBe('postgres://u@127.0.0.1:1/x');
  });

  it('share their questions, until nobody asks any more', async () => {
    const [one, other] = [watchPrimary(old.url, () => undefined), watchPrimary(old.url, () => undefined)];
    expect(await one.current()).toBe(old.url);
    await one.close();
    expect(await other.current()).toBe(old.url);
    await other.close();
  });
});

describe('connections to the primary of two stand-ins', () => {
  let one: TimelineServer;
  let other: TimelineServer;
  let url: string;
  beforeEach(async () => {
    one = await timelineServer('00000001');
    other = await timelineServer(null);
    url = `postgres://u:p@${one.host},${other.host}/sello`;
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
  });

  it('are those to the new one for who waits until another lets go of one to the old one', async () => {
    const pool = poolTo(url, { max: 1 });
    const held = await pool.connect();
    const waiting = pool.connect();
    await vi.waitFor(() => expect(pool.use()).toEqual({ taken: 1, awaited: 1 }));
    other.become({ timeline: '00000002' });
    const started = performance.now();
    const client = await waiting;
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await client.query('SELECT 1')).rows).toEqual([{ timeline: '00000002' }]);
    held.release(true);
    client.release();
    await pool.end();
  });

  it('are those to the new one for who was just connecting to the old one', async () => {
    const gate = Promise.withResolvers<void>();
    const pool = poolTo(url, { onConnect: () => gate.promise });
    const connecting = pool.connect();
    await vi.waitFor(() => expect(one.sessions()).toBe(2), MOVED);
    other.become({ timeline: '00000002' });
    await vi.waitFor(() => expect(other.sessions()).toBe(2), MOVED);
    gate.resolve();
    const client = await connecting;
    expect((await client.query('SELECT 1')).rows).toEqual([{ timeline: '00000002' }]);
    // What came late from the old one is closed; the question of the watch stays.
    await vi.waitFor(() => expect(one.sessions()).toBe(1), MOVED);
    client.release();
    await pool.end();
  });

  it('are cut where the same one was promoted anew', async () => {
    const pool = poolTo(url);
    const client = await pool.connect();
    const ended = Promise.withResolvers<void>();
    client.on('end', ended.resolve);
    one.become({ timeline: '00000002' });
    await ended.promise;
    client.release(true);
    (await pool.connect()).release();
    await pool.end();
  });

  it('are not made any more when they were ended', async () => {
    const pool = poolTo(url);
    one.become({ afterMs: 500 });
    const late = expect(pool.connect()).rejects.toThrow('Cannot use a pool after calling end');
    await pool.end();
    await late;
    await expect(pool.connect()).rejects.toThrow('Cannot use a pool after calling end');
    await vi.waitFor(() => expect([one.sessions(), other.sessions()]).toEqual([0, 0]), MOVED);
  });
});
