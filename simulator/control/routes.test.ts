import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/simulator/edit.ts';
import { TEST_NIT } from '../../test/support/simulator/facturas.ts';
import {
  clientOf,
  freshFactura,
  rehearse,
  TEST_KEY,
  testIssuer,
} from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { certificateXml, testKey } from '../../test/support/simulator/signing.ts';

import { startSimulator } from '../server.ts';

const sim = sharedRehearsal();

describe('POST /_sim/issuers', () => {
  it('takes the Ministry’s certificate as it is', async () => {
    const nit = '012345678';
    const issuer = {
      nit,
      password: 'Otra#Ficticia1',
      ambiente: '01',
      certificate: certificateXml(testKey(), nit),
    };
    const { status, body } = await sim.request('POST /_sim/issuers', issuer);
    expect([status, body]).toEqual([201, { nit, ambiente: '01', user: nit }]);
    expect((await sim.login(nit, 'Otra#Ficticia1')).body['status']).toBe('OK');
    expect((await sim.request('GET /_sim/issuers')).text).not.toContain('Ficticia1');
  });

  it('replaces the password and the key of an issuer that it knows', async () => {
    const other = await rehearse();
    await other.request('POST /_sim/issuers', { ...testIssuer(), password: 'Nueva#Ficticia1' });
    expect((await other.login()).body['status']).toBe('ERROR');
    expect((await other.login(TEST_NIT, 'Nueva#Ficticia1')).body['status']).toBe('OK');
    await other.end();
  });

  it('authorises an issuer for some types, also after a restart', async () => {
    const other = await rehearse();
    await other.request('POST /_sim/issuers', { ...testIssuer(), types: ['03'] });
    await other.token();
    const refused = { status: 400, body: { estado: 'RECHAZADO', codigoMsg: '095' } };
    expect(await other.send(freshFactura())).toMatchObject(refused);
    await cp(other.stateFile, `${other.stateFile}.copy`);
    const again = await startSimulator({ stateFile: `${other.stateFile}.copy` });
    expect(await clientOf(again.url).send(freshFactura())).toMatchObject(refused);
    await again.close();
    await other.request('POST /_sim/issuers', { ...testIssuer(), types: ['01'] });
    await other.token();
    expect((await other.send(freshFactura())).status).toBe(200);
    await other.end();
  });

  it.each([
    [{ types: '01' }, 'types must be a list of types of documents'],
    [{ types: ['01', '99'] }, 'types must be a list of types of documents'],
    [{ nit: '1' }, 'nit must be 14 or 9 digits'],
    [{ password: '' }, 'user and password must be texts'],
    [{ ambiente: '02' }, 'ambiente must be 00 or 01'],
    [{ publicKeyPem: undefined }, 'certificate or publicKeyPem is needed'],
    [{ certificate: '<x/>' }, 'not a CertificadoMH'],
    [{ certificate: certificateXml(TEST_KEY, '06149999994040') }, 'the certificate is of 06149999994040'],
  ])('says what is wrong with %j', async (changes, error) => {
    const { status, body } = await sim.request('POST /_sim/issuers', { ...testIssuer(), ...changes });
    expect([status, body]).toEqual([400, { error }]);
  });
});

describe('/_sim/demands', () => {
  it('are those that were seen, and change by name, for good', async () => {
    const usual = { events: 'seen', anonymous: 'any', rejected: 'unknown' };
    expect((await sim.request('GET /_sim/demands')).body).toEqual(usual);
    const { status, body } = await sim.request('PUT /_sim/demands', { events: 'v1' });
    expect([status, body]).toEqual([200, { ...usual, events: 'v1' }]);
    await sim.request('PUT /_sim/demands', { anonymous: '36' });
    expect((await sim.request('GET /_sim/demands')).body).toEqual({
      ...usual,
      events: 'v1',
      anonymous: '36',
    });
    await sim.request('PUT /_sim/demands', usual);
  });

  it.each([
    [{ events: 'v3' }, 'events must be one of seen, v1, v2, any'],
    [{ anonymous: 36 }, 'anonymous must be one of any, 36, 37'],
    [{ rejected: 'absent' }, 'rejected must be one of unknown, repeated'],
    [{ event: 'v1' }, 'unknown demand event'],
    [[], 'the demands must be an object'],
  ])('say what is wrong with %j', async (changes, error) => {
    const { status, body } = await sim.request('PUT /_sim/demands', changes);
    expect([status, body]).toEqual([400, { error }]);
  });
});

describe('POST /_sim/numbers', () => {
  const taken = { nit: TEST_NIT, year: 2026, numeroControl: 'DTE-01-M009P009-000000000000999' };

  it('lets another system have a number', async () => {
    const { status, body } = await sim.request('POST /_sim/numbers', taken);
    expect([status, body]).toEqual([201, { ...taken, ambiente: '00' }]);
  });

  it.each([
    [{ nit: null }, 'nit must be a text, and ambiente 00 or 01'],
    [{ ambiente: '02' }, 'nit must be a text, and ambiente 00 or 01'],
    [{ numeroControl: 'DTE-1' }, 'numeroControl must be a control number'],
    [{ year: '2026' }, 'year must be a year'],
  ])('says what is wrong with %j', async (changes, error) => {
    const { status, body } = await sim.request('POST /_sim/numbers', { ...taken, ...changes });
    expect([status, body]).toEqual([400, { error }]);
  });
});

describe('GET /_sim/calls and /_sim/health', () => {
  it('counts calls and tells how each ended', async () => {
    await sim.request('DELETE /_sim/calls');
    await sim.request('POST /_sim/script', { service: 'recepcion', action: 'reset', when: 'after' });
    const document = freshFactura();
    await sim.send(document).catch(() => {});
    await sim.consult(codeOf(document));
    const { body } = await sim.request('GET /_sim/calls');
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
    const { body } = await sim.request('GET /_sim/health');
    expect(body).toMatchObject({ status: 'ok', issuers: 2 });
    expect((await sim.request('PUT /_sim/health', {})).status).toBe(404);
    expect((await sim.request('POST /_sim/script', { action: 'x' })).status).toBe(400);
    expect((await sim.request('PUT /_sim/faults', 5)).status).toBe(400);
    expect((await sim.request('POST /_sim/tokens/expire', [])).status).toBe(400);
    expect((await sim.request('GET /_sim/faults')).body).toEqual({ seed: 0, faults: [] });
    expect((await sim.request('GET /_sim/script')).body['list']).toEqual([]);
  });
});
