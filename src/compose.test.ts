// The program as `sello serve` composes it, from variables of the environment to HTTP answers, with nothing replaced.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse } from '../test/support/house.ts';
import { textOf } from '../test/support/http-caller.ts';
import { ccfBody, invoiceBody, lineBody } from '../test/support/request-bodies.ts';
import { freePort } from '../test/support/sello-process.ts';
import { shared } from '../test/support/shared.ts';
import { sharedPlace } from '../test/support/shared-place.ts';
import { runCommandLine } from './cli/run.ts';
import { programOf } from './compose/program.ts';
import { readSettings } from './config/settings.ts';
import { LARGE_BYTES } from './http/large-requests.ts';
import { createMasterKeyFile } from './signer/master-key.ts';

/** No connection is left that the end would wait for. */
const LAST = { connection: 'close' };

const place = sharedPlace();
const house = shared(() => openHouse());
beforeAll(() => {
  writeFileSync(join(place, 'master-key'), house.masterKey, { mode: 0o600 });
});
afterAll(async () => {
  await house.close();
});

/** Runs `sello serve` in this process; what it says of itself gathers in `said`. */
function serve(environment: Readonly<Record<string, string>>, said: string[]): Promise<number> {
  return runCommandLine(['serve', '--json'], {
    version: '0',
    reading: readSettings(environment, place),
    person: { osUser: 'ana', sudoUser: null, host: 'here', sshAddress: null },
    programOf,
    createMasterKey: createMasterKeyFile,
    out: (line) => said.push(line),
    err: (line) => said.push(line),
  });
}

it('serves, works in the background and shows its measures until it is told to end', async () => {
  const [port, operatorPort] = [await freePort(), await freePort()];
  const said: string[] = [];
  const serving = serve(
    {
      DATABASE_URL: house.databaseUrl,
      SELLO_DURABLE_WITHOUT: 'fsync, full_page_writes',
      SELLO_MASTER_KEY_FILE: 'master-key',
      SELLO_PORT: String(port),
      SELLO_OPERATOR_PORT: String(operatorPort),
      SELLO_PUBLIC_URL: 'https://dte.example.com',
      SELLO_HACIENDA_TEST_URL: house.authority.url,
      SELLO_HACIENDA_PRODUCTION_URL: 'http://127.0.0.1:1',
      SELLO_LOG_LEVEL: 'silent',
    },
    said,
  );
  await expect.poll(() => said.join('\n'), { timeout: 15_000 }).toMatch(/"event":"ready"/);
  const here = house.company.at({ ...house.node, url: `http://127.0.0.1:${port}` });

  const large = invoiceBody({ lines: Array.from({ length: 1_200 }, () => lineBody()) });
  expect(JSON.stringify(large).length).toBeGreaterThan(LARGE_BYTES);
  for (const body of [ccfBody(), large])
    expect(await here.post('/invoice', body, LAST)).toMatchObject({
      status: 200,
      body: { dte_success: true },
    });
  const link = new URL(textOf(await here.post('/invoice', invoiceBody(), LAST), 'json_url'));
  expect(link.origin).toBe('https://dte.example.com');
  expect(await here.get(link.pathname + link.search, LAST)).toMatchObject({ status: 200 });

  await house.authority.script({ service: 'recepcion', action: 'status', status: 503, times: 3 });
  const sale = invoiceBody();
  expect((await here.post('/invoice', sale, LAST)).body).toMatchObject({ contingency: true });
  await house.authority.behave();
  await house.sql('UPDATE documents SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL');
  const status = async () => (await here.get(`/status/${sale['external_ref']}`, LAST)).body['dte_success'];
  await expect.poll(status, { timeout: 10_000 }).toBe(true);

  const measures = await fetch(`http://127.0.0.1:${operatorPort}/metrics`, { headers: LAST });
  const text = await measures.text();
  expect(text).toMatch(/^sello_issuances_total\{doc_type="01",outcome="stamped",via="api"\} 2$/m);
  expect(text).toMatch(/^sello_issuances_total\{doc_type="01",outcome="contingency",via="api"\} 1$/m);

  process.emit('SIGHUP', 'SIGHUP');
  expect(await serving).toBe(0);
  await expect(here.get('/status/x', LAST)).rejects.toThrow();
});

it('keeps the secrets of an installation under the names that every version looks for', async () => {
  const rows = await house.sql('SELECT purpose FROM installation_secrets ORDER BY purpose');
  expect(rows.map(({ purpose }) => purpose)).toEqual([
    'api-key-pepper/1',
    'file-links',
    'generation-codes',
    'passes',
  ]);
});
