// The way of docs/operating.md from a dump to a node that serves, with PostgreSQL's own programs.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NUMBER_IN_DOUBT } from '../../src/core/submitting/doubt.ts';
import { SYSTEM_CLOCK, startNode } from '../support/composition.ts';
import { databases } from '../support/database.ts';
import { type House, openHouse } from '../support/house.ts';
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
let house: House;
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

interface Counter {
  readonly slug: string;
  readonly environment: string;
  readonly fiscal_year: number;
  readonly scope: string;
  readonly last_number: string;
}

/** Shows the counters, and writes the one that there is, or another, by the two statements of the page. */
async function moveCounter(
  superuser: pg.Client,
  changes: Partial<Counter> = {},
): Promise<readonly Counter[]> {
  const [show = '', move = ''] = ['SELECT slug', 'INSERT INTO series'].map(
    (head) => new RegExp(`${head}[^;]*`).exec(PAGE)?.[0] ?? '',
  );
  const [counter] = (await superuser.query<Counter>(show)).rows;
  if (counter === undefined) throw new Error('there is no counter');
  const { slug, environment, fiscal_year: year, scope } = { ...counter, ...changes };
  const written = move.replace('tienda-ejemplo', slug);
  await superuser.query(written.replace("'01', 2026, 'M001'", `'${environment}', ${year}, '${scope}'`));
  return (await superuser.query<Counter>(show)).rows;
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

  it('is restored, and serves with its counters moved', async () => {
    const before = await house.company.post('/invoice', sale('before'));
    const file = join(place, 'sello.dump');
    await runShown('pg_dump', { 'sello.dump': file, sello: house.databaseUrl });
    expect((await house.company.post('/invoice', sale('lost'))).body).toMatchObject({ dte_success: true });

    await runShown('pg_restore', { 'sello.dump': file, sello: restoredUrl });
    const superuser = new pg.Client({ connectionString: restoredUrl });
    await superuser.connect();
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
    expect((await caller.post('/invoice', sale('again'))).body).toMatchObject({
      contingency: true,
      dte_message: NUMBER_IN_DOUBT,
    });
    const [moved, ...others] = await moveCounter(superuser);
    expect([moved?.last_number, others]).toEqual(['1234', []]);
    const added = await moveCounter(superuser, { fiscal_year: 2027, scope: 'M001' });
    expect(added.map(({ fiscal_year, scope, last_number }) => [fiscal_year, scope, last_number])).toEqual([
      [moved?.fiscal_year, moved?.scope, '1234'],
      [2027, 'M001', '1234'],
    ]);
    expect((await caller.post('/invoice', sale('after'))).body).toMatchObject({
      dte_success: true,
      control_number: expect.stringMatching(/0001235$/),
    });
    await Promise.all([connections.close(), superuser.end()]);
    await node.close();
  });
});
