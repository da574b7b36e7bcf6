import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePlace, removePlace } from '../../../test/support/temporary-place.ts';
import { addressesOf } from '../../core/addresses/database-addresses.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start.ts';
import { connectionOf } from './connection.ts';
import { databaseObstacle } from './database-obstacle.ts';
import { NoPrimary, primaryOf, watchPrimary } from './primary.ts';
import { createServerPool, type ServerPool } from './server-pool.ts';

const SETTINGS = { fsync: 'off', hot_standby: 'on' };
const PORT = `SELECT current_setting('port')::int AS port`;
const MOVED = { timeout: 10_000 };

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

  function poolTo(url: string): ServerPool {
    return createServerPool(url, (address) => {
      const opened = new pg.Pool({ ...connectionOf(address), max: 2, connectionTimeoutMillis: 5_000 });
      opened.on('connect', (client) => client.on('error', () => undefined));
      return opened.on('error', () => undefined);
    });
  }

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
