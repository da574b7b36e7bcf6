// The sandbox as a newcomer meets it, in processes of its own.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { killProcessesNaming, processesNaming } from '../../../test/support/child-processes.ts';
import type { ChildProgram } from '../../../test/support/child-program.ts';
import { MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { freePort, type RunOptions, runSello, startSello } from '../../../test/support/sello-process.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { readPostmaster } from '../../storage/embedded/postmaster-file.ts';

// Nobody else may enter the home folders of careful people.
const place = sharedPlace();
let options: RunOptions = {};

beforeAll(async () => {
  options = { cwd: place, env: { SELLO_PORT: String(await freePort()) } };
});
let running: ChildProgram | null = null;
// A test that fails must not leave its sandbox to the next one.
afterEach(async () => {
  running?.signal('SIGKILL');
  await running?.ended;
});

interface Shown {
  readonly number: string;
  readonly stamp: string;
  readonly key: string;
  readonly jsonUrl: string;
  readonly simulator: string;
  readonly curl: string;
}

function shownAs(output: string, label: string): string {
  return new RegExp(`^${label} +(.*)$`, 'm').exec(output)?.[1] ?? '';
}

function simulatorIn(output: string): string {
  return /^Hacienda simulada +(http\S+)/m.exec(output)?.[1] ?? '';
}

async function startSandbox(): Promise<{ readonly sandbox: ChildProgram; readonly shown: Shown }> {
  const sandbox = startSello(['start'], options);
  running = sandbox;
  await sandbox.shows(/Ctrl-C detiene todo/);
  const out = sandbox.out();
  return {
    sandbox,
    shown: {
      number: shownAs(out, 'Número de control'),
      stamp: shownAs(out, 'Sello de recepción'),
      key: shownAs(out, 'Clave de API'),
      jsonUrl: shownAs(out, 'JSON firmado'),
      simulator: simulatorIn(out),
      curl: /^curl .*$/m.exec(out)?.[0] ?? '',
    },
  };
}

async function end({ signal, ended }: ChildProgram): Promise<void> {
  signal('SIGINT');
  expect(await ended).toMatchObject({ code: 0 });
  expect(processesNaming(place)).toEqual([]);
}

const post = (curl: string) => JSON.parse(spawnSync('sh', ['-c', curl], { encoding: 'utf8' }).stdout);

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 5000, interval: 20 }).toBe(true);
}

/** Opens a second company beside the sandbox's own and issues its first invoice. */
async function takeIn(shown: Pick<Shown, 'key' | 'curl'>): Promise<unknown> {
  const { slug } = MINIMAL_COMPANY_FILE;
  const file = join(place, 'tienda.json');
  writeFileSync(file, JSON.stringify(MINIMAL_COMPANY_FILE));
  const sello = async (...args: readonly string[]) => {
    const result = await runSello(args, options);
    expect(result).toMatchObject({ code: 0, err: '' });
    return result.out;
  };
  await sello('company', 'apply', file);
  expect(await sello('certificate', 'make-test', slug)).toMatch(/the simulated Hacienda at http:\S+ knows/);
  const { key } = JSON.parse(await sello('key', 'create', slug, '--json'));
  return post(shown.curl.replace(shown.key, key));
}

describe('start', { timeout: 60_000 }, () => {
  let first: Shown;

  it('shows progress, one stamped invoice and a curl line that works, and leaves no process', async () => {
    const { sandbox, shown } = await startSandbox();
    first = shown;
    const out = sandbox.out();
    expect(out.match(/AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL/g)).toHaveLength(2);
    expect(out).toMatch(/^Base de datos \.\.\.\nBase de datos: listo \(\d+\.\d s\)\n/m);
    expect(shown.simulator).toMatch(/^http:/);
    expect(shown.number).toMatch(/^DTE-01-M001P001-0{14}1$/);
    expect(shown.stamp).toMatch(/^[A-Z0-9]{40}$/);
    expect(shownAs(out, 'Código de generación')).toMatch(/^[0-9A-F-]{36}$/);
    const file = await fetch(shown.jsonUrl, { headers: { connection: 'close' } });
    expect(await file.json()).toMatchObject({
      selloRecibido: shown.stamp,
      identificacion: { ambiente: '00' },
    });

    const page = await fetch(shownAs(out, 'Página de la interfaz'), { headers: { connection: 'close' } });
    expect(await page.text()).toContain('<title>Sello: la interfaz</title>');

    const exported = shown.curl.replace(/-d '(.*)'$/, (_, body: string) => {
      const customer = { name: 'Comprador Ficticio', document_number: 'A-1' };
      const sale = { doc_type: '11', external_ref: 'exportada', establishment: 'S002', customer };
      return `-d '${JSON.stringify({ ...JSON.parse(body), ...sale, customer_name: null })}'`;
    });
    expect(post(exported)).toMatchObject({
      dte_success: true,
      control_number: expect.stringMatching(/^DTE-11-S002P001-/),
    });

    const issued = post(shown.curl);
    expect(issued).toMatchObject({
      dte_success: true,
      is_duplicate: false,
      control_number: /3$/.exec(issued.control_number)?.input,
    });
    expect(post(shown.curl)).toMatchObject({ is_duplicate: true, control_number: issued.control_number });
    for (const name of ['master-key', 'sandbox.json', 'simulator.jsonl'])
      expect(statSync(join(place, 'data', name)).mode & 0o077).toBe(0);
    await end(sandbox);
  });

  it('reuses everything at the second start, beside which a third is refused', async () => {
    const started = performance.now();
    const { sandbox, shown } = await startSandbox();
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(shown).toMatchObject({ number: first.number, stamp: first.stamp, key: first.key });
    expect(shownAs(sandbox.out(), 'Factura')).toBe('sellada en un arranque anterior, y ahora la misma');
    expect(simulatorIn(sandbox.out())).toBe(first.simulator);
    expect((await runSello(['company', 'list'], options)).out).toContain('panaderia-la-espiga  00');
    expect(await runSello(['start'], options)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^sello: Port \d+ on 127\.0\.0\.1 is in use by another program, .*\.\n$/),
    });
    const doctor = await runSello(['doctor'], options);
    expect(doctor).toMatchObject({ code: 0, err: '' });
    expect(doctor.out).toMatch(
      /^ok {7}Hacienda, environment 00: the sandbox's simulator at http:\S+ can be reached$/m,
    );
    const elsewhere = { ...options, env: { SELLO_PORT: String(await freePort()) } };
    expect(await runSello(['start'], elsewhere)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sello: Another sandbox is running on .*\.\n$/),
    });
    await end(sandbox);
  });

  it('goes on without an operator port that another program has, and takes in a second company', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const address = other.address();
    const taken = typeof address === 'object' && address !== null ? String(address.port) : '';
    const env = { ...options.env, SELLO_OPERATOR_PORT: taken };
    const sandbox = startSello(['start'], { ...options, env });
    running = sandbox;
    await sandbox.shows(/Ctrl-C detiene todo/);
    expect(sandbox.out()).toMatch(/^Sin \/live ni \/ready: Port \d+ on 127\.0\.0\.1 is in use .*\.$/m);
    const out = sandbox.out();
    const shown = { key: shownAs(out, 'Clave de API'), curl: /^curl .*$/m.exec(out)?.[0] ?? '' };
    expect(await takeIn(shown)).toMatchObject({
      dte_success: true,
      is_duplicate: false,
      control_number: expect.stringMatching(/0001$/),
    });
    await end(sandbox);
    other.close();
  });

  it('takes its simulator with it when it is killed, and goes on at the next start', async () => {
    const { sandbox } = await startSandbox();
    sandbox.signal('SIGKILL');
    await sandbox.ended;
    await until(() => processesNaming(place).every((line) => !line.includes('simulator')));
    const { sandbox: next, shown } = await startSandbox();
    expect(shown.number).toBe(first.number);
    expect(post(shown.curl)).toMatchObject({ dte_success: true });
    await end(next);
  });

  it('ends in one sentence when PostgreSQL is killed under it, and its simulator comes back by itself', async () => {
    const { sandbox } = await startSandbox();
    killProcessesNaming(join(place, 'data', 'simulator.jsonl'));
    await sandbox.shows(/La Hacienda simulada terminó por sí sola/);
    await until(() => processesNaming(place).some((line) => line.includes('simulator/main.ts')));
    process.kill(readPostmaster(join(place, 'data', 'postgres'))?.pid ?? 0, 'SIGKILL');
    expect(await sandbox.ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sello: The embedded PostgreSQL has ended by itself, .*\.\n$/m),
    });
    await until(() => processesNaming(place).length === 0);
    const { sandbox: next, shown } = await startSandbox();
    expect(post(shown.curl)).toMatchObject({ dte_success: true });
    await end(next);
  });

  it('ends cleanly when it is interrupted while it starts', async () => {
    const sandbox = startSello(['start'], options);
    await sandbox.shows(/Base de datos \.\.\./);
    await end(sandbox);
  });

  it('finishes an invoice that is under way before it ends', async () => {
    const { sandbox, shown } = await startSandbox();
    const [, simulatorUrl] = await sandbox.shows(/^Hacienda simulada +(http\S+)/m);
    await fetch(`${simulatorUrl}/_sim/calls`, { method: 'DELETE' });
    await fetch(`${simulatorUrl}/_sim/script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ service: 'recepcion', action: 'delay', delayMs: 800 }),
    });
    const issuing = spawn('sh', ['-c', shown.curl], { stdio: ['ignore', 'pipe', 'inherit'] });
    const answered = text(issuing.stdout);
    const calls = async () => (await fetch(`${simulatorUrl}/_sim/calls`)).text();
    await expect.poll(calls, { timeout: 5000, interval: 20 }).toContain('"recepcion":1');
    sandbox.signal('SIGINT');
    expect(JSON.parse(await answered)).toMatchObject({ dte_success: true, is_duplicate: false });
    expect(await sandbox.ended).toMatchObject({ code: 0 });
  });

  it('refuses an authority beside its own', async () => {
    const env = { ...options.env, SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1' };
    expect(await runSello(['start'], { ...options, env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^sello: "start" runs the sandbox .* unset SELLO_HACIENDA_TEST_URL, .*\.\n$/,
      ),
    });
  });
});

describe.skipIf(process.getuid?.() !== 0)('start as an ordinary user, which only root can play', () => {
  it('says in one sentence that the folder may not be written', async () => {
    const folder = join(place, 'ajena');
    mkdirSync(folder);
    chmodSync(folder, 0o555);
    chmodSync(place, 0o755);
    const result = await runSello(['start'], { ...options, cwd: folder, uid: 65_534 });
    chmodSync(place, 0o700);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/^sello: No permission to use .*\.\n$/);
  });
});
