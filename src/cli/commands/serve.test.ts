// The service in processes of its own, and the simulator that runs alone.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { processesNaming } from '../../../test/support/child-processes.ts';
import { sharedDatabase } from '../../../test/support/database.ts';
import { MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { freePort, type RunOptions, runSello, startSello } from '../../../test/support/sello-process.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';

const place = sharedPlace(0o755);
let port = 0;
let options: RunOptions = {};

beforeAll(async () => {
  port = await freePort();
  options = { cwd: place, env: { SELLO_PORT: String(port), SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1' } };
});

function companyFile(environment: string): string {
  const path = join(place, `empresa-${environment}.json`);
  const slug = `empresa-${environment}`;
  writeFileSync(path, JSON.stringify({ ...MINIMAL_COMPANY_FILE, slug, environment }));
  return path;
}

async function statusOf(path: string): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
  return status;
}

describe('serve', () => {
  it('makes its database, serves, shares it with other commands, and ends with 0 on SIGTERM', async () => {
    const service = startSello(['serve', '--json'], options);
    const [, line = ''] = await service.shows(/^(.*)\n/);
    expect(JSON.parse(line)).toEqual({
      event: 'ready',
      url: `http://localhost:${port}`,
      host: '127.0.0.1',
      port,
    });
    expect(await statusOf('/status/x')).toBe(401);
    expect((await runSello(['company', 'apply', companyFile('00')], options)).code).toBe(0);
    const made = await runSello(['key', 'create', 'empresa-00', '--json'], options);
    const { key } = JSON.parse(made.out);
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    const answer = await fetch(`http://127.0.0.1:${port}/status/x`, { headers });
    expect(answer.status).toBe(404);
    service.signal('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  it('answers /live, /ready and /metrics on the operator port while it runs', async () => {
    const operatorPort = await freePort();
    const env = { ...options.env, SELLO_OPERATOR_PORT: String(operatorPort) };
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${operatorPort}${path}`).then(({ status }) => status);
    const service = startSello(['serve'], { ...options, env });
    await service.shows(/serves/);
    expect([await ask('/live'), await ask('/ready')]).toEqual([200, 200]);
    expect(await statusOf('/status/x')).toBe(401);
    const metrics = await fetch(`http://127.0.0.1:${operatorPort}/metrics`);
    const measures = await metrics.text();
    expect(measures).toMatch(/^sello_backlog_up 1$/m);
    expect(measures).toMatch(/^sello_http_requests_total\{route="\/status\/:id_or_ref",.*status="401"\} 1$/m);
    const second = await runSello(['serve'], {
      ...options,
      env: { ...env, SELLO_PORT: String(await freePort()) },
    });
    expect(second).toMatchObject({
      code: 1,
      err: `sello: Port ${operatorPort} on 127.0.0.1 is in use by another program, perhaps another Sello: end it, or set SELLO_OPERATOR_PORT to another port (0 turns it off).\n`,
    });
    service.signal('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
    await expect(ask('/live')).rejects.toThrow();
  });

  it('refuses a production company before a simulator, and without a master key file of its own', async () => {
    const apply = ['company', 'apply', companyFile('01')];
    expect(await runSello(apply, options)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sello: SELLO_MASTER_KEY_FILE must be set because empresa-01 is .*\.\n$/),
    });
    const withKeyFile = { ...options.env, SELLO_MASTER_KEY_FILE: 'of-its-own' };
    expect((await runSello(apply, { ...options, env: withKeyFile })).code).toBe(0);
    const simulated = { ...options.env, SELLO_HACIENDA_PRODUCTION_URL: 'http://127.0.0.1:1' };
    expect(await runSello(['serve'], { ...options, env: simulated })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sello: empresa-01 is a production company .* stamped by a simulator\.\n$/),
    });
    expect(await runSello(['serve'], options)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sello: SELLO_MASTER_KEY_FILE must be set because empresa-01 is .*\.\n$/),
    });
    expect(await runSello(['start'], { ...options, env: { SELLO_PORT: String(port) } })).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^sello: empresa-01 is a production company \(environment 01\) and this is the sandbox/,
      ),
    });
  });
});

describe('work', () => {
  const at = { cwd: sharedPlace(0o755), env: { SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1' } };

  it('works in the background without a port, several at a time, until told to end', async () => {
    const first = startSello(['work', '--json'], at);
    await first.shows(/^\{"event":"ready"\}\n/);
    const second = startSello(['work'], at);
    await second.shows(/works in the background/);
    first.signal('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });
    second.signal('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  it('answers /live, /ready and /metrics where an operator port is set', async () => {
    const port = await freePort();
    const env = { ...at.env, SELLO_OPERATOR_PORT: String(port) };
    const worker = startSello(['work'], { ...at, env });
    await worker.shows(/works in the background/);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect([(await ask('/live')).status, (await ask('/ready')).status]).toEqual([200, 200]);
    expect(await (await ask('/metrics')).text()).toMatch(/^sello_backlog_up 1$/m);
    const second = await runSello(['work'], { ...at, env });
    expect(second.err).toMatch(/^sello: Port \d+ on 127\.0\.0\.1 is in use .* set SELLO_OPERATOR_PORT /);
    worker.signal('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0 });
    await expect(ask('/live')).rejects.toThrow();
  });
});

describe('serve on a PostgreSQL of its own', () => {
  const database = sharedDatabase('PostgreSQL 18');

  it('refuses settings under which a committed document can be lost', async () => {
    const env = { ...options.env, DATABASE_URL: database.url };
    expect(await runSello(['serve'], { ...options, env })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^sello: .* can lose documents .*\(fsync = off, full_page_writes = off\).*\.\n$/,
      ),
    });
  });
});

describe('simulator', () => {
  it('runs alone on the port and with the state file of its options', async () => {
    const own = await freePort();
    const stateFile = join(place, 'estado', 'simulador.jsonl');
    const running = startSello(
      ['simulator', '--json', '--port', String(own), '--state-file', stateFile, '--dates', 'strict'],
      options,
    );
    const [line] = await running.shows(/.*\n/);
    expect(JSON.parse(line)).toEqual({
      event: 'ready',
      url: `http://127.0.0.1:${own}`,
      state_file: stateFile,
    });
    const health = await fetch(`http://127.0.0.1:${own}/_sim/health`, { headers: { connection: 'close' } });
    expect(await health.json()).toMatchObject({ status: 'ok' });
    expect(processesNaming(stateFile).join()).toMatch(/simulator\/main\.ts .*--dates strict/);
    expect(await runSello(['simulator', '--dates', 'loose'], options)).toMatchObject({
      code: 2,
      err: 'sello: --dates must be lenient or strict, not "loose".\n',
    });
    const second = await runSello(['simulator', '--port', String(own)], options);
    expect(second.err).toMatch(/^sello: The simulated Hacienda cannot start: .*already in use.*\.\n$/);
    running.signal('SIGINT');
    expect(await running.ended).toMatchObject({ code: 0 });
  });
});
