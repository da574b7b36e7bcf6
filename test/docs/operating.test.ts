// The way of docs/operating.md from a dump to a node that serves, with PostgreSQL's own programs.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/storage/connection/pool.ts';
import { reconcile } from '../../src/storage/journal/reconcile.ts';
import { SYSTEM_CLOCK, startNode } from '../support/composition.ts';
import { databases } from '../support/database.ts';
import { type OwnHouse, openHouse } from '../support/house.ts';
import { callerOf, openConnections } from '../support/http-caller.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';

const PAGE = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const PROGRAMS = process.env['SELLO_TEST_PG15_BIN'] ?? '/usr/lib/postgresql/15/bin';
const isHere = databases.some(({ name, available }) => name === 'PostgreSQL 15' && available);
const sale = (reference: string) => ({
  external_ref: reference,
  lines: [{ description: 'Café', quantity: 1, unit_price: 1.5 }],
});

let place = '';
let house: OwnHouse;
/** The superuser's, of an empty database. */
let restoredUrl = '';

/** Runs a program of PostgreSQL as the page shows it, on another database and file. */
async function runShown(program: string, changes: Readonly<Record<string, string>>): Promise<void> {
  const line = new RegExp(`^ *${program} --username=postgres (.*)$`, 'm').exec(PAGE)?.[1] ?? '';
  const words = line.split(' ').map((word) => {
    const [, name = '', value = ''] = /^(--[a-z]+=)?(.*)$/.exec(word) ?? [];
    return name + (changes[value] ?? value);
  });
  await promisify(execFile)(join(PROGRAMS, program), words);
}

describe.skipIf(!isHere || !existsSync(join(PROGRAMS, 'pg_dump')))('a dump of PostgreSQL 15', () => {
  beforeAll(async () => {
    place = makePlace(0o700);
    house = await openHouse({ database: 'PostgreSQL 15' });
    const url = new URL(house.databaseUrl);
    url.pathname = `${url.pathname}_restored`;
    restoredUrl = url.href;
    await house.sql(`CREATE DATABASE ${url.pathname.slice(1)}`);
  });
  afterAll(async () => {
    await house.sql(`DROP DATABASE ${new URL(restoredUrl).pathname.slice(1)} WITH (FORCE)`);
    await house.close();
    removePlace(place);
  });

  it('is restored, and serves once it is reconciled, also what it has forgotten', async () => {
    const before = await house.company.post('/invoice', sale('before'));
    const file = join(place, 'sello.dump');
    await runShown('pg_dump', { 'sello.dump': file, sello: house.databaseUrl });
    const lost = await house.company.post('/invoice', sale('lost'));
    expect(lost.body).toMatchObject({ dte_success: true });

    await runShown('pg_restore', { 'sello.dump': file, sello: restoredUrl });
    const { masterKey, times, authority, company } = house;
    const node = await startNode({
      masterKey,
      times,
      clock: SYSTEM_CLOCK,
      databaseUrl: restoredUrl,
      haciendaUrl: authority.url,
    });
    const connections = openConnections();
    const caller = callerOf(connections, node.url, company.key);
    expect((await caller.get('/status/before')).body).toMatchObject({
      dte_success: true,
      reception_stamp: before.body['reception_stamp'],
    });
    expect((await caller.get('/status/lost')).status).toBe(404);
    const refused = await caller.post('/invoice', sale('again'));
    expect([refused.status, refused.body['code']]).toEqual([500, 'must_reconcile']);
    const [operator, service] = (['sello_operator', 'sello_service'] as const).map((role) =>
      createPool(role, { databaseUrl: restoredUrl, connections: 1, onIdleError: () => undefined }),
    );
    if (operator === undefined || service === undefined) throw new Error('there are two roles');
    const request = { folders: [], skip: 1_000, days: null, leaseMs: 20_000 };
    const reconciled = await reconcile({ operator, service }, request);
    expect(reconciled).toMatchObject({ kind: 'reconciled', restored: 0, moved: [{ lastNumber: '1001' }] });
    expect((await caller.post('/invoice', sale('lost'))).body).toMatchObject({
      dte_success: true,
      is_duplicate: true,
      generation_code: lost.body['generation_code'],
      reception_stamp: lost.body['reception_stamp'],
    });
    expect((await caller.post('/invoice', sale('after'))).body).toMatchObject({
      dte_success: true,
      is_duplicate: false,
      control_number: expect.stringMatching(/0001003$/),
    });
    await Promise.all([operator.end(), service.end()]);
    await connections.close();
    await node.close();
  });
});
