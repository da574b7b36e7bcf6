import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { processesOf } from '../../../test/support/child-processes.ts';
import { killServer, startProcess } from '../../../test/support/embedded-process.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { EmbeddedPostgresError } from './failure.ts';
import { startEmbedded } from './start.ts';

const place = sharedPlace(0o755);
let dataDir = '';

beforeAll(async () => {
  dataDir = join(place, 'data');
});

async function settingsOf(url: string, names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const text = 'SELECT name, setting FROM pg_settings WHERE name = ANY($1)';
  const { rows } = await client.query<{ name: string; setting: string }>(text, [names]);
  await client.end();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

function withPassword(url: string, password: string): string {
  const changed = new URL(url);
  changed.password = password;
  return changed.href;
}

describe('a first start', () => {
  it('makes a durable database that only 127.0.0.1 and the password reach', async () => {
    const postgres = await startEmbedded(dataDir);
    const expected = {
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
    };
    expect(postgres.joined).toBe(false);
    expect(await settingsOf(postgres.url, Object.keys(expected))).toEqual(expected);
    await expect(settingsOf(withPassword(postgres.url, 'guess'), [])).rejects.toThrow(
      /password authentication failed/,
    );
    await postgres.stop();
  });

  it('leaves one directory, and nothing beside it', () => {
    expect(readdirSync(place)).toEqual(['data']);
  });

  it('ends with no process left, however often it is stopped', async () => {
    const postgres = await startEmbedded(dataDir);
    expect(processesOf(dataDir).length).toBeGreaterThan(1);
    await Promise.all([postgres.stop(), postgres.stop()]);
    await postgres.stop();
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });

  it('keeps settings that a file would weaken', async () => {
    writeFileSync(join(dataDir, 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n');
    const postgres = await startEmbedded(dataDir);
    const settings = await settingsOf(postgres.url, ['fsync', 'full_page_writes']);
    await postgres.stop();
    expect(settings).toEqual({ fsync: 'on', full_page_writes: 'on' });
  });
});

describe('a second process', () => {
  it('joins, and leaves the server running when it stops', async () => {
    const first = await startProcess(dataDir);
    const second = await startProcess(dataDir);
    expect([first.joined, second.joined]).toEqual([false, true]);
    await second.stop();
    expect(processesOf(dataDir)).not.toEqual([]);
    await first.stop();
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('goes on when the first one stops, and then ends the server itself', async () => {
    const first = await startProcess(dataDir);
    const second = await startProcess(dataDir);
    const before = await first.stop();
    expect(processesOf(dataDir)).not.toEqual([]);
    expect(await second.stop()).toBe(before + 1);
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('may start at the same moment as the first, also on a directory that is not made yet', async () => {
    const shared = join(place, 'at-once');
    const all = await Promise.all([startProcess(shared), startProcess(shared), startProcess(shared)]);
    expect(all.map(({ error }) => error)).toEqual(['', '', '']);
    expect(all.map(({ rows }) => rows).toSorted()).toEqual([1, 2, 3]);
    for (const one of all) await one.stop();
    expect(processesOf(shared)).toEqual([]);
    expect(readdirSync(place).toSorted()).toEqual(['at-once', 'data']);
  });
});

describe('a server that is killed', () => {
  it('tells whoever uses it, and can be stopped as if it ran', async () => {
    const postgres = await startEmbedded(dataDir);
    let hasEnded = false;
    void postgres.ended.then(() => {
      hasEnded = true;
    });
    expect(await settingsOf(postgres.url, ['fsync'])).toEqual({ fsync: 'on' });
    expect(hasEnded).toBe(false);
    await killServer(dataDir);
    await postgres.ended;
    await postgres.stop();
    const next = await startEmbedded(dataDir);
    expect(await settingsOf(next.url, ['fsync'])).toEqual({ fsync: 'on' });
    await next.stop();
  });
});

describe('a data directory that cannot be used', () => {
  it('holds something else', async () => {
    const other = join(place, 'photos');
    mkdirSync(other);
    writeFileSync(join(other, 'cat.jpg'), 'cat');
    await expect(startEmbedded(other)).rejects.toThrow(
      /photos is not empty and holds no PostgreSQL data: choose/,
    );
    expect(readdirSync(other)).toEqual(['cat.jpg']);
  });

  it('was made by another major version', async () => {
    const version = join(dataDir, 'PG_VERSION');
    const own = readFileSync(version, 'utf8');
    writeFileSync(version, '16\n');
    try {
      const refused = startEmbedded(dataDir);
      await expect(refused).rejects.toThrow(EmbeddedPostgresError);
      await expect(refused).rejects.toThrow(
        /made by PostgreSQL 16 and cannot be read by PostgreSQL 18: start/,
      );
    } finally {
      writeFileSync(version, own);
    }
  });

  it('has lost its password', async () => {
    const kept = join(dataDir, 'sello-password');
    const own = readFileSync(kept, 'utf8');
    const postgres = await startEmbedded(dataDir);
    writeFileSync(kept, 'another\n');
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      /refuses the password .* restore the file sello-password/,
    );
    writeFileSync(kept, own);
    await postgres.stop();
  });

  it('stands where a file is', async () => {
    writeFileSync(join(place, 'file'), '');
    await expect(startEmbedded(join(place, 'file', 'data'))).rejects.toThrow(/a file stands in its way/);
  });
});
