import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processesOf } from '../../../test/support/child-processes.ts';
import { killServer, startProcess } from '../../../test/support/embedded-process.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { until } from '../../../test/support/until.ts';
import { readPostmaster } from './postmaster-file.ts';
import { startEmbedded } from './start.ts';

const place = sharedPlace(0o755);
let dataDir = '';
let rows = 0;
let strangers: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = join(place, 'data');
  rows = await (await startProcess(dataDir)).stop();
});

afterEach(() => {
  for (const stranger of strangers) stranger.kill('SIGKILL');
  strangers = [];
});

/** The next start must find every row and leave nothing behind. */
async function expectRecovered(): Promise<void> {
  const next = await startProcess(dataDir);
  expect(next.error).toBe('');
  expect(next.rows).toBe(rows + 1);
  rows = await next.stop();
  expect(processesOf(dataDir)).toEqual([]);
}

/** Writes the claim of a dead server whose process number is now that of another process of the server's account. */
async function claimWithPidFrom(script: string): Promise<void> {
  const { uid, gid } = statSync(dataDir);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const stranger = spawn('/bin/sh', ['-c', script], { ...account, stdio: ['ignore', 'pipe', 'inherit'] });
  strangers.push(stranger);
  const [text] = await once(stranger.stdout, 'data');
  const claim = [String(text).trim(), dataDir, 1763000000, 1, '', '127.0.0.1', '', 'ready   ', ''].join('\n');
  writeFileSync(join(dataDir, 'postmaster.pid'), claim);
}

describe('after kill -9', () => {
  it('of the server, the next start recovers what was written', async () => {
    const running = await startProcess(dataDir);
    rows = running.rows;
    await killServer(dataDir);
    await running.kill();
    await expectRecovered();
  });

  it('of the server alone, another process can start it again at once', async () => {
    const running = await startProcess(dataDir);
    rows = running.rows;
    await killServer(dataDir);
    await expectRecovered();
    await running.kill();
  });

  it('of our process, the next one takes the server over and ends it', async () => {
    const running = await startProcess(dataDir);
    rows = running.rows;
    await running.kill();
    const server = readPostmaster(dataDir)?.pid;
    const next = await startProcess(dataDir);
    expect(readPostmaster(dataDir)?.pid).toBe(server);
    expect(next.joined).toBe(false);
    rows = await next.stop();
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('of both, again and again, nothing is lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const running = await startProcess(dataDir);
      expect(running.rows).toBe(rows + 1);
      rows = running.rows;
      await Promise.all([running.kill(), killServer(dataDir)]);
    }
    await expectRecovered();
  });

  it('of a start that was making the directory, the next one makes it anew', async () => {
    const fresh = join(place, 'fresh');
    const dead = spawn('/bin/true');
    await once(dead, 'exit');
    mkdirSync(`${fresh}.init-${dead.pid}-0badcafe/base`, { recursive: true });
    writeFileSync(`${fresh}.init-${dead.pid}-0badcafe.password`, 'half');
    const running = await startProcess(fresh);
    expect(running.error).toBe('');
    await running.stop();
    expect(readdirSync(place).toSorted()).toEqual(['data', 'fresh']);
  });
});

describe('after kill -9 of one process of the server', () => {
  async function ask<Row extends object>(
    url: string,
    text: string,
    then: (row?: Row) => void,
  ): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<Row>(text);
    then(rows[0]);
    void client.end();
    await ended;
  }

  /** Kills the process behind a connection; the server breaks all others off and recovers. */
  const killOne = (url: string) =>
    ask<{ readonly pid: number }>(url, 'SELECT pg_backend_pid() AS pid', (row) =>
      process.kill(row?.pid ?? 0, 'SIGKILL'),
    );

  /** Whether the server has recovered, and knows that somebody uses it. */
  async function isHeld(url: string): Promise<boolean> {
    let count = 0;
    const text = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory'`;
    await ask<{ readonly count: number }>(url, text, (row) => {
      count = row?.count ?? 0;
    }).catch(() => undefined);
    return count > 0;
  }

  it('it goes on being used when it has recovered, as often as that happens, and ends with whoever uses it', async () => {
    const postgres = await startEmbedded(dataDir);
    let hasEnded = false;
    void postgres.ended.then(() => {
      hasEnded = true;
    });
    for (let deaths = 0; deaths < 2; deaths += 1) {
      await killOne(postgres.url);
      await until(() => isHeld(postgres.url), 'a hold');
    }
    const other = await startProcess(dataDir);
    expect([other.joined, hasEnded]).toEqual([true, false]);
    rows = await other.stop();
    expect(processesOf(dataDir)).not.toEqual([]);
    await postgres.stop();
    await postgres.ended;
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('it is ended while it recovers', async () => {
    const postgres = await startEmbedded(dataDir);
    await killOne(postgres.url);
    await postgres.stop();
    expect(processesOf(dataDir)).toEqual([]);
    await expectRecovered();
  });
});

describe.skipIf(process.platform !== 'linux')('a claim left in postmaster.pid (needs Linux)', () => {
  it('whose process number belongs to somebody else', async () => {
    await claimWithPidFrom('echo $$; exec sleep 60');
    await expectRecovered();
  });
});

describe('Ctrl-C', () => {
  it('reaches the service alone: it still writes, then ends the server', async () => {
    const running = await startProcess(dataDir);
    expect(await running.signalGroup('SIGINT')).toBe(running.rows + 1);
    rows = running.rows + 1;
    expect(processesOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
    expect(readFileSync(join(dataDir, 'sello-postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    );
  });
});
