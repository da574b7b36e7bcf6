import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../fixtures/edit.ts';
import { TEST_NIT } from '../fixtures/facturas.ts';
import {
  clientOf,
  freshFactura,
  type Rehearsal,
  rehearse,
  TEST_KEY,
  testIssuer,
} from '../fixtures/rehearsal.ts';
import { certificateXml, testKey } from '../fixtures/signing.ts';
import { startSimulator } from '../server.ts';

let sim: Rehearsal;
let token: string;

beforeAll(async () => {
  sim = await rehearse();
  token = await sim.token();
});

afterAll(() => sim.end());

const codeOf = (document: Parameters<typeof valueAt>[0]) =>
  String(valueAt(document, 'identificacion.codigoGeneracion'));

describe('POST /_sim/issuers', () => {
  it('takes the Ministry’s certificate as it is', async () => {
    const nit = '012345678';
    const issuer = {
      nit,
      password: 'Otra#Ficticia1',
      ambiente: '01',
      certificate: certificateXml(testKey(), nit),
    };
    const { status, body } = await sim.request('POST', '/_sim/issuers', issuer);
    expect([status, body]).toEqual([201, { nit, ambiente: '01', user: nit }]);
    expect((await sim.login(nit, 'Otra#Ficticia1')).body['status']).toBe('OK');
    expect((await sim.request('GET', '/_sim/issuers')).text).not.toContain('Ficticia1');
  });

  it('replaces the password and the key of an issuer that it knows', async () => {
    const other = await rehearse();
    await other.request('POST', '/_sim/issuers', { ...testIssuer(), password: 'Nueva#Ficticia1' });
    expect((await other.login()).body['status']).toBe('ERROR');
    expect((await other.login(TEST_NIT, 'Nueva#Ficticia1')).body['status']).toBe('OK');
    await other.end();
  });

  it.each([
    [{ nit: '1' }, 'nit must be 14 or 9 digits'],
    [{ password: '' }, 'user and password must be texts'],
    [{ ambiente: '02' }, 'ambiente must be 00 or 01'],
    [{ publicKeyPem: undefined }, 'certificate or publicKeyPem is needed'],
    [{ certificate: '<x/>' }, 'not a CertificadoMH'],
    [{ certificate: certificateXml(TEST_KEY, '06149999994040') }, 'the certificate is of 06149999994040'],
  ])('says what is wrong with %j', async (changes, error) => {
    const { status, body } = await sim.request('POST', '/_sim/issuers', { ...testIssuer(), ...changes });
    expect([status, body]).toEqual([400, { error }]);
  });
});

describe('GET /_sim/ledger', () => {
  it('shows a stamped document with everything that an audit compares', async () => {
    const document = freshFactura();
    const { body } = await sim.send(document, token);
    await sim.send(document, token).catch(() => {});
    const detail = await sim.request('GET', `/_sim/ledger/${codeOf(document).toLowerCase()}`);
    expect(detail.body).toMatchObject({
      document,
      submissions: [
        {
          ...{
            state: 'stamped',
            tipoDte: '01',
            version: 2,
            nit: TEST_NIT,
            ambiente: '00',
            montoTotal: '37.6',
          },
          ...{ sello: body['selloRecibido'], timesReceived: 2, codigoMsg: '001' },
          numeroControl: valueAt(document, 'identificacion.numeroControl'),
          fecEmi: valueAt(document, 'identificacion.fecEmi'),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          stampedAt: expect.stringMatching(/Z$/),
        },
      ],
    });
  });

  it('keeps apart what was rejected and then stamped under one code', async () => {
    const document = freshFactura();
    const wrong = { ...document, apendice: [] };
    await sim.send(wrong, token);
    await sim.send(wrong, token);
    await sim.send(document, token);
    const { body } = await sim.request('GET', `/_sim/ledger/${codeOf(document)}`);
    expect(body).toMatchObject({
      document,
      submissions: [
        { state: 'rejected', codigoMsg: '096', stampedAt: null, sello: null, timesReceived: 2 },
        { state: 'stamped', timesReceived: 1 },
      ],
    });
  });

  it('shows bytes that arrived and were never processed', async () => {
    await sim.request('POST', '/_sim/script', { service: 'recepcion', action: 'status' });
    const document = freshFactura();
    await sim.send(document, token);
    const { body } = await sim.request('GET', '/_sim/ledger?state=received');
    expect(body['list']).toMatchObject([
      { codigoGeneracion: codeOf(document), state: 'received', timesReceived: 1 },
    ]);
  });

  it('is filtered and limited to the newest', async () => {
    const { body } = await sim.request('GET', `/_sim/ledger?state=stamped&limit=1&nit=${TEST_NIT}`);
    expect(body['list']).toHaveLength(1);
    expect((await sim.request('GET', '/_sim/ledger?nit=012345678')).body['list']).toEqual([]);
    expect((await sim.request('GET', '/_sim/ledger?limit=0')).status).toBe(400);
    expect((await sim.request('GET', '/_sim/ledger/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('the ledger on disk', () => {
  it('is the same after a restart, and goes on without repeating a seal', async () => {
    const first = await rehearse();
    const document = freshFactura();
    await first.send(document, await first.token());
    const before = await first.request('GET', `/_sim/ledger/${codeOf(document)}`);
    const torn = `${first.stateFile}.copy`;
    await writeFile(torn, `${await readFile(first.stateFile, 'utf8')}{"type":"stam`);
    const simulator = await startSimulator({ stateFile: torn });
    const second = clientOf(simulator.url);
    const after = await second.request('GET', `/_sim/ledger/${codeOf(document)}`);
    expect([after.body['jws'], after.body['document']]).toEqual([before.body['jws'], document]);
    expect(after.body['submissions']).toMatchObject([{ state: 'stamped', timesReceived: 0 }]);
    expect((await second.send(document, await second.token())).body['codigoMsg']).toBe('004');
    const { body } = await second.send(freshFactura(), await second.token());
    expect(JSON.stringify(before.body)).not.toContain(String(body['selloRecibido']));
    await simulator.close();
    await first.end();
  });
});

describe('GET /_sim/calls and /_sim/health', () => {
  it('counts calls and tells how each ended', async () => {
    await sim.request('DELETE', '/_sim/calls');
    await sim.request('POST', '/_sim/script', { service: 'recepcion', action: 'reset', when: 'after' });
    const document = freshFactura();
    await sim.send(document, token).catch(() => {});
    await sim.consult(codeOf(document), token);
    const { body } = await sim.request('GET', '/_sim/calls');
    expect(body['counts']).toEqual({ recepcion: 1, consulta: 1 });
    expect(body['calls']).toMatchObject([
      {
        service: 'recepcion',
        outcome: 'reset',
        misbehaviour: 'reset after',
        codigoGeneracion: codeOf(document),
      },
      { service: 'consulta', outcome: 200, misbehaviour: null, nit: TEST_NIT },
    ]);
  });

  it('reports health and refuses what it does not know', async () => {
    const { body } = await sim.request('GET', '/_sim/health');
    expect(body).toMatchObject({ status: 'ok', issuers: 2 });
    expect((await sim.request('PUT', '/_sim/health', {})).status).toBe(404);
    expect((await sim.request('POST', '/_sim/script', { action: 'x' })).status).toBe(400);
    expect((await sim.request('PUT', '/_sim/faults', 5)).status).toBe(400);
    expect((await sim.request('POST', '/_sim/tokens/expire', [])).status).toBe(400);
    expect((await sim.request('GET', '/_sim/faults')).body).toEqual({ seed: 0, faults: [] });
    expect((await sim.request('GET', '/_sim/script')).body['list']).toEqual([]);
  });
});
