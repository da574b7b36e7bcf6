// "A machine is full" of docs/scale.md, command by command, on servers of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArchiveChain } from '../../src/storage/archive/archive-chain.ts';
import { createPool } from '../../src/storage/connection/pool.ts';
import type { EmbeddedPostgres } from '../../src/storage/embedded/start.ts';
import { createSearch } from '../../src/storage/listings/search-filler.ts';
import { CITUS_SETTINGS, citusBin, joinServers, portsOf, startServer } from '../support/citus.ts';
import { serverOf } from '../support/company-place.ts';
import { freshMasterKey } from '../support/composition.ts';
import { type House, openHouse } from '../support/house.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { blockWith, statementsOf } from '../support/scale-page.ts';
import { sayToSello } from '../support/sello-process.ts';
import { upTo } from '../support/storage-bench.ts';
import { ask as askServer, carryOut } from '../support/superuser.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { until } from '../support/until.ts';

const NAMES = ['pg1', 'pg2', 'pg3', 'pg4'];
const SETTINGS = { ...CITUS_SETTINGS, fsync: 'off', 'citus.shard_count': '4' };
const PATIENCE_MS = 240_000;

describe.skipIf(citusBin() === null)('a full machine, as docs/scale.md shows it on Citus', () => {
  const masterKey = freshMasterKey();
  let place = '';
  let servers: readonly EmbeddedPostgres[] = [];
  let urls: readonly string[] = [];
  const ports = () => portsOf(urls);
  const ask = (text: string, values: readonly unknown[] = []) => askServer(urls[0] ?? '', text, values);
  const runAll = (statements: readonly string[]) => carryOut(urls[0] ?? '', statements);

  beforeAll(async () => {
    place = makePlace(0o755);
    const directory = join(place, 'servers');
    mkdirSync(directory, { mode: 0o755 });
    writeFileSync(join(place, 'key'), masterKey, { mode: 0o600 });
    const binDir = citusBin() ?? '';
    servers = await Promise.all(NAMES.map((name) => startServer({ binDir, directory }, name, SETTINGS)));
    urls = servers.map(({ url }) => url);
  }, PATIENCE_MS);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    removePlace(place);
  });

  /** What each command of `sello` in the block prints; the doctor judges more than the database, which is not set up here. */
  async function runShown(block: string): Promise<readonly string[]> {
    const printed: string[] = [];
    for (const [, words = ''] of block.matchAll(/^sello ([\w -]*\w)/gm)) {
      const [DATABASE_URL = ''] = urls;
      const env = { DATABASE_URL, SELLO_OPERATOR_DATABASE_URL: DATABASE_URL };
      const { code, out, err } = await sayToSello(words.split(' '), {
        env: { ...env, SELLO_MASTER_KEY_FILE: join(place, 'key') },
      });
      if (words !== 'doctor') expect([words, code, err]).toEqual([words, 0, '']);
      printed.push(out);
    }
    return printed;
  }

  /** A number for each invoice that was stamped. */
  async function sell(house: House): Promise<number> {
    const { body } = await house.company.post('/invoice', invoiceBody());
    expect(body).toMatchObject({ dte_success: true });
    return Number(String(body['control_number']).slice(-15));
  }

  async function sellWhile(house: House, work: Promise<void>): Promise<readonly number[]> {
    const numbers: number[] = [];
    let isWorking = true;
    const ending = work.finally(() => {
      isWorking = false;
    });
    while (isWorking) numbers.push(await sell(house));
    await ending;
    return numbers;
  }

  /** Every row of the company's documents and of what follows from them, in one order. */
  async function everyRow(): Promise<Readonly<Record<string, unknown>>> {
    const tables = await ask(
      `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'company_id'`,
    );
    const rows = tables.map(async ({ name }) => [
      name,
      await ask(`SELECT row_to_json(t)::text AS line FROM ${name} t ORDER BY 1`),
    ]);
    return Object.fromEntries(await Promise.all(rows));
  }

  /** Sells, has the background do what it does behind a sale, and ends with the node; one sale is left for the archive. */
  async function useBefore(): Promise<void> {
    const [databaseUrl = ''] = urls;
    const house = await openHouse({ databaseUrl, masterKey });
    for (const _ of upTo(2)) await sell(house);
    await carryOut(databaseUrl, [
      'SET session_replication_role = replica',
      `UPDATE documents SET posted_at = posted_at - interval '1 hour'`,
    ]);
    const { companyId } = house.company;
    const pool = createPool('sello_service', { databaseUrl, connections: 1, onIdleError: () => undefined });
    await createArchiveChain(pool).extend(companyId);
    await sell(house);
    const search = createSearch(pool);
    await until(async () => {
      await search.extend(companyId);
      const [sums] = await ask('SELECT sum(documents)::integer AS documents FROM day_sums');
      return sums?.['documents'] === 2;
    }, 'two documents in the search');
    await pool.end();
    await house.close();
  }

  it(
    'is spread as it is, issues, and takes another server while it issues',
    async () => {
      await runShown('sello migrate');
      await useBefore();
      const whole = await everyRow();
      await joinServers(urls.slice(0, -1));
      await carryOut(urls.at(-1) ?? '', ['CREATE EXTENSION citus']);
      const [, planned, done, health] = await runShown(blockWith('sello migrate'));
      expect(await everyRow()).toEqual(whole);
      for (const text of [planned, done]) expect(text).toContain('Spread the table documents by company.');
      expect(health).not.toContain('sello distribute --apply');
      const [databaseUrl = ''] = urls;
      const house = await openHouse({ databaseUrl, masterKey });
      const before = await sell(house);
      const [company] = await ask('SELECT slug FROM companies WHERE company_id = $1', [
        house.company.companyId,
      ]);
      const [listed] = await runShown(`sello document list ${company?.['slug']}`);
      expect(listed).toContain('DTE-01-');
      const adding = statementsOf(blockWith('citus_rebalance_start'), ports());
      const meanwhile = await sellWhile(house, runAll([...adding, 'SELECT citus_rebalance_wait()']));
      await runShown('sello distribute --apply');
      const [placed] = await ask('SELECT count(*)::int AS parts FROM citus_shards WHERE nodeport = $1::int', [
        ports()[3],
      ]);
      expect(placed?.['parts']).toBeGreaterThan(0);

      const { companyId } = house.company;
      const from = String(await serverOf(ask, companyId));
      const to = ports()
        .slice(1)
        .find((port) => port !== from);
      const [move = ''] = statementsOf(blockWith('citus_move_shard_placement'), ['', from, '', String(to)]);
      const moving = await sellWhile(house, runAll([move.replace('COMPANY ID', companyId)]));
      expect(await serverOf(ask, companyId)).toBe(Number(to));
      expect(await runShown(blockWith('sello verify'))).toEqual([
        expect.stringContaining('nothing is damaged'),
      ]);
      const numbers = [before, ...meanwhile, ...moving, await sell(house)];
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
      await house.close();
    },
    PATIENCE_MS,
  );
});
