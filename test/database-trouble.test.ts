// A database that stops being of use under a service at work: what callers and /ready are told, and that what they were
// told to repeat is carried out at once when the database is back.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '../src/storage/embedded/start.ts';
import { createDatabaseProbe, type DatabaseProbe } from '../src/storage/server/database-probe.ts';
import { migrate } from '../src/storage/server/migrate.ts';
import { INVALIDATION } from './support/cancelling.ts';
import { type OwnHouse, openHouse } from './support/house.ts';
import type { Answer } from './support/http-caller.ts';
import { freshRef, invoiceBody, lineBody } from './support/request-bodies.ts';
import { makePlace, removePlace } from './support/temporary-place.ts';

/** A disk of its own, so that it can be filled. */
const DISK_MB = 192;
const disk = makePlace(0o755);
const hasDisk =
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]).status === 0;

let postgres: EmbeddedPostgres;
let house: OwnHouse;
let probe: DatabaseProbe;
let way: Way;
beforeAll(async () => {
  mkdirSync(join(disk, 'here'));
  postgres = await startEmbedded(join(disk, 'here', 'data'), {
    settings: { max_wal_size: '64MB', fsync: 'off' },
  });
  await migrate(postgres.url);
  way = await openWay(postgres.url);
  house = await openHouse({ databaseUrl: way.url, company: { file: INVALIDATION } });
  probe = createDatabaseProbe(way.url);
});
afterAll(async () => {
  await Promise.all([probe.close(), house.close()]);
  await way.close();
  await postgres.stop();
  if (hasDisk) spawnSync('umount', [disk]);
  removePlace(disk);
});

/** The way to the database, which may be blocked. */
interface Way {
  readonly url: string;
  block(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

async function openWay(databaseUrl: string): Promise<Way> {
  const url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const target = { port: Number(url.port), host: url.hostname };
  const forward = (near: Socket) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  };
  let server: Server;
  const open = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer(forward).listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  const port = await open(0);
  const block = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  url.port = String(port);
  return { url: url.href, block, open: async () => void (await open(port)), close: block };
}

const issue = (reference: string, changes = {}) =>
  house.company.post('/invoice', invoiceBody({ external_ref: reference, ...changes }));
const isReady = async () => (await probe.obstacle()) === null;

function expectUnavailable(answer: Answer): void {
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

/** Does the work while no row of that table can be written for want of room. */
async function failing(table: string, event: 'INSERT' | 'UPDATE', work: () => Promise<void>): Promise<void> {
  await house.sql(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  await house.sql(
    `CREATE TRIGGER full_disk BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION full_disk()`,
  );
  await work();
  await house.sql('DROP FUNCTION full_disk CASCADE');
}

/** The same reference once more, as the caller was told to. */
async function expectIssuedAtOnce(reference: string, changes = {}): Promise<void> {
  const started = performance.now();
  const answer = await issue(reference, changes);
  expect(answer).toMatchObject({ status: 200, body: { dte_success: true } });
  expect(performance.now() - started).toBeLessThan(3_000);
}

describe('a service whose database', () => {
  it('cannot be reached answers 503, and goes on when it is back', async () => {
    await issue(freshRef());
    expect(await isReady()).toBe(true);
    await way.block();
    const reference = freshRef();
    expectUnavailable(await issue(reference));
    expectUnavailable(await house.company.get(`/status/${reference}`));
    expect(await isReady()).toBe(false);
    await way.open();
    await expectIssuedAtOnce(reference);
    await expect.poll(isReady).toBe(true);
  });

  it('is read-only answers 503 and is not ready', async () => {
    await house.sql('ALTER SYSTEM SET default_transaction_read_only = on');
    await house.sql('SELECT pg_reload_conf()');
    await expect.poll(isReady).toBe(false);
    const reference = freshRef();
    expectUnavailable(await issue(reference));
    await house.sql('ALTER SYSTEM RESET default_transaction_read_only');
    await house.sql('SELECT pg_reload_conf()');
    await expect.poll(isReady).toBe(true);
    await expectIssuedAtOnce(reference);
  });

  it.each([
    ['the bytes', 'attempts', 'INSERT'],
    ['the verdict', 'attempts', 'UPDATE'],
  ] as const)('fails to keep %s answers 503, and nobody waits for the lease', async (_what, table, event) => {
    const reference = freshRef();
    await failing(table, event, async () => expectUnavailable(await issue(reference)));
    await expectIssuedAtOnce(reference);
  });

  it('fails to keep an invalidation answers 503, and nobody waits for the lease', async () => {
    const { body } = await issue(freshRef());
    const path = `/invalidate/${body['document_id']}`;
    await failing('invalidation_attempts', 'INSERT', async () =>
      expectUnavailable(await house.company.call('POST', path)),
    );
    const started = performance.now();
    expect(await house.company.call('POST', path)).toMatchObject({ status: 200, body: { success: true } });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it.skipIf(!hasDisk)(
    'has a full disk answers 503 and is not ready',
    async () => {
      const filling = join(disk, 'filling');
      const { bavail, bsize } = statfsSync(disk);
      try {
        writeFileSync(filling, Buffer.alloc(bavail * bsize));
      } catch {
        // It is as full as it can be.
      }
      expect(await isReady()).toBe(false);
      // Tables have some room left inside their files.
      const large = { lines: Array.from({ length: 200 }, () => lineBody()) };
      const references = Array.from({ length: 40 }, freshRef);
      let refused: string | undefined;
      for (const reference of references) {
        const answer = await issue(reference, large);
        if (answer.status === 200) continue;
        expectUnavailable(answer);
        refused = reference;
        break;
      }
      if (refused === undefined) throw new Error('the disk had room for everything');
      rmSync(filling);
      await expect.poll(isReady, { timeout: 10_000 }).toBe(true);
      await expectIssuedAtOnce(refused, large);
    },
    60_000,
  );
});
