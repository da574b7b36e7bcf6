import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  contingencyEnvelope,
  contingentFactura,
  eventOver,
  loteFor,
} from '../test/support/simulator/contingency.ts';
import { valueAt } from '../test/support/simulator/edit.ts';
import { startProcess, startSimulatorWith } from '../test/support/simulator/process.ts';
import {
  type Client,
  clientOf,
  freshFactura,
  TEST_KEY,
  testIssuer,
} from '../test/support/simulator/rehearsal.ts';
import { readCommandLine } from './command-line.ts';
import { isRecord } from './exact/json.ts';

let folder: string;
let stateFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  stateFile = join(folder, 'state.jsonl');
});

afterEach(() => rm(folder, { recursive: true }));

describe('the program', { timeout: 60_000 }, () => {
  it('says that it is ready in one line, and ends on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const running = await startProcess(stateFile);
      expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      clientOf(running.url)
        .request('GET', '/_sim/health')
        .catch(() => {});
      const { code, out, err } = await running.signal(signal);
      expect([code, err]).toEqual([0, '']);
      expect(out.trim().split('\n')).toHaveLength(1);
    }
  });

  it('keeps every stamp and every issuer through kill -9', async () => {
    const stamps = new Map<string, unknown>();
    for (let life = 0; life < 3; life += 1) {
      const running = await startProcess(stateFile);
      const client = clientOf(running.url);
      if (life === 0) await client.request('POST /_sim/issuers', testIssuer());
      const sending = Array.from({ length: 40 }, async () => {
        const document = freshFactura();
        const { status, body } = await client.send(document);
        if (status === 200)
          stamps.set(String(valueAt(document, 'identificacion.codigoGeneracion')), body['selloRecibido']);
      });
      await Promise.race([Promise.all(sending), ...sending.slice(10, 11)]);
      await running.signal('SIGKILL');
      await Promise.allSettled(sending);
    }
    const running = await startProcess(stateFile);
    const client = clientOf(running.url);
    const { body } = await client.request('GET /_sim/ledger?state=stamped&limit=1000');
    const rows = Array.isArray(body['list']) ? body['list'].filter(isRecord) : [];
    const kept = new Map(rows.map((row) => [row['codigoGeneracion'], row['sello']]));
    expect(stamps.size).toBeGreaterThanOrEqual(30);
    for (const [code, sello] of stamps) expect(kept.get(code)).toBe(sello);
    expect(new Set(kept.values()).size).toBe(kept.size);
    expect((await client.login()).body['status']).toBe('OK');
    await running.signal('SIGTERM');
  });

  it('keeps every lote and every event through kill -9, and judges what it received', async () => {
    const first = await startProcess(stateFile);
    const client = clientOf(first.url);
    await client.request('POST /_sim/issuers', testIssuer());
    const nowMs = Date.now();
    const times = { startMs: nowMs - 60_000, endMs: nowMs, sentMs: nowMs };
    const documents = Array.from({ length: 40 }, () => contingentFactura(nowMs - 30_000));
    const event = contingencyEnvelope(eventOver(documents, times), TEST_KEY);
    const sealed = await client.signed('POST /fesv/contingencia', event);
    const lote = await client.signed('POST /fesv/recepcionlote/', loteFor(documents, TEST_KEY));
    const path = `GET /fesv/recepcion/consultadtelote/${lote.body['codigoLote']}`;
    const listed = async (of: Client) => (await of.signed(path)).body['procesados'];
    await expect.poll(() => listed(client), { interval: 10 }).not.toEqual([]);
    const early = await listed(client);
    await first.signal('SIGKILL');
    const second = await startProcess(stateFile);
    const after = clientOf(second.url);
    await expect.poll(() => listed(after), { timeout: 10_000 }).toHaveLength(40);
    expect(await listed(after)).toEqual(expect.arrayContaining(Array.isArray(early) ? early : []));
    const events = await after.request('GET /_sim/events');
    expect(events.body['list']).toMatchObject([{ sello: sealed.body['selloRecibido'] }]);
    await second.signal('SIGTERM');
  });

  it('writes neither a password nor a private key into its state', async () => {
    const running = await startProcess(stateFile);
    await clientOf(running.url).request('POST /_sim/issuers', testIssuer());
    await running.signal('SIGTERM');
    const state = await readFile(stateFile, 'utf8');
    expect(state).toContain('PUBLIC KEY');
    expect(state).not.toContain('Clave#Ficticia1');
    expect(state).not.toContain('PRIVATE');
  });

  it('ends with one sentence when its port is taken', async () => {
    const running = await startProcess(stateFile);
    const port = new URL(running.url).port;
    const { code, err } = await startSimulatorWith(['--port', port, '--state-file', `${stateFile}2`]).ended;
    expect(code).toBe(1);
    expect(err).toBe(`simulator: 127.0.0.1:${port} is already in use by another program\n`);
    await running.signal('SIGTERM');
  });

  it.each([
    [[], '--state-file is needed'],
    [['--state-file', '/dev/null/state', '--port', '0'], 'the state file /dev/null/state cannot be used'],
    [['--state-file', '/dev/null', '--host', '192.0.2.1'], 'cannot be listened on'],
    [['--no-such-thing'], 'no-such-thing'],
  ])('ends with one sentence for %j', async (args, sentence) => {
    const { code, out, err } = await startSimulatorWith(args).ended;
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('readCommandLine', () => {
  it('reads every option', () => {
    const args = [
      '--port',
      '8091',
      '--state-file',
      's',
      '--host',
      '::1',
      '--dates',
      'strict',
      '--lote-ms',
      '0',
      '--related',
      'trusted',
      '--events',
      'v2',
      '--anonymous',
      '36',
    ];
    const options = {
      port: 8091,
      stateFile: 's',
      host: '::1',
      dates: 'strict',
      related: 'trusted',
      demands: { events: 'v2', anonymous: '36', rejected: 'unknown' },
      loteMs: 0,
    };
    expect(readCommandLine(args)).toEqual({ kind: 'options', options });
  });

  it.each([
    [['--state-file', 's', '--port', '70000'], '70000 is not a port'],
    [['--state-file', 's', '--port', 'x'], 'x is not a port'],
    [['--state-file', 's', '--dates', 'never'], '--dates is lenient or strict'],
    [['--state-file', 's', '--related', 'maybe'], '--related is checked or trusted'],
    [['--state-file', 's', '--events', 'v3'], '--events must be one of seen, v1, v2, any'],
    [['--state-file', 's', '--anonymous', '13'], '--anonymous must be one of any, 36, 37'],
    [['--state-file', 's', '--lote-ms', '1m'], '--lote-ms is a number of milliseconds'],
  ])('refuses %j', (args, problem) => {
    expect(readCommandLine(args)).toEqual({ kind: 'problem', problem });
  });
});
