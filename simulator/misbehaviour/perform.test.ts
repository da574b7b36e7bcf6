import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/simulator/edit.ts';
import { type Draft, TEST_NIT } from '../../test/support/simulator/facturas.ts';
import {
  freshFactura,
  type Received,
  type Rehearsal,
  rehearse,
} from '../../test/support/simulator/rehearsal.ts';

const sim: Rehearsal = await rehearse();

afterAll(() => sim.end());

beforeEach(async () => {
  await sim.request('DELETE /_sim/script');
  await sim.request('PUT /_sim/faults', { probabilities: {} });
});

async function script(entries: unknown): Promise<void> {
  expect((await sim.request('POST /_sim/script', entries)).status).toBe(200);
}

async function isStamped(document: Draft): Promise<boolean> {
  return (await sim.consult(codeOf(document))).status === 200;
}

/** Scripts the next reception, sends a document, and tells what came back and whether it was stamped. */
async function sendUnder(entry: object): Promise<{ received: Received; document: Draft; stamped: boolean }> {
  await script({ service: 'recepcion', ...entry });
  const document = freshFactura();
  const received = await sim.send(document);
  return { received, document, stamped: await isStamped(document) };
}

describe('an outage', () => {
  it('is down for as long as told, for every service', async () => {
    await script({ service: 'all', action: 'down', forMs: 250 });
    await expect(sim.login()).rejects.toThrow();
    await expect(sim.consult('X')).rejects.toThrow();
    await wait(300);
    expect((await sim.login()).status).toBe(200);
  });
});

describe('answers that come late', () => {
  it('delays before and after stamping', async () => {
    const before = performance.now();
    expect((await sendUnder({ action: 'delay', delayMs: 200 })).received.status).toBe(200);
    expect((await sendUnder({ action: 'delay', delayMs: 200, when: 'after' })).received.status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(390);
  });

  it('delays any other misbehaviour', async () => {
    const before = performance.now();
    await sendUnder({ action: 'status', delayMs: 150 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(145);
  });

  it('drips byte by byte', async () => {
    await script({ service: 'auth', action: 'drip', everyMs: 40 });
    const chunks = await new Promise<number[]>((resolve) => {
      const lengths: number[] = [];
      const outgoing = request(`${sim.url}/seguridad/auth`, { method: 'POST' }, (incoming) => {
        incoming.on('data', (chunk: Buffer) => {
          lengths.push(chunk.length);
          if (lengths.length === 4) outgoing.destroy();
        });
        incoming.on('close', () => resolve(lengths));
        incoming.on('error', () => {});
      });
      outgoing.end();
    });
    expect(chunks).toEqual([1, 1, 1, 1]);
  });

  it('raises a document that seemed lost', async () => {
    await script({ service: 'recepcion', action: 'zombie', forMs: 200 });
    const document = freshFactura();
    sim.send(document).catch(() => {});
    await wait(50);
    expect(await isStamped(document)).toBe(false);
    await expect.poll(() => isStamped(document), { timeout: 3000 }).toBe(true);
  });
});

describe('answers that mislead', () => {
  it('echoes another code', async () => {
    const { received, document, stamped } = await sendUnder({ action: 'wrong_echo' });
    expect(received.body['estado']).toBe('PROCESADO');
    expect(received.body['codigoGeneracion']).not.toBe(codeOf(document));
    expect(stamped).toBe(true);
    expect((await sendUnder({ action: 'wrong_echo', when: 'before' })).stamped).toBe(false);
  });

  it.each([
    ['no_sello', null],
    ['malformed_sello', '2026-SELLO-INCOMPLETO'],
  ])('%s', async (action, sello) => {
    for (const when of ['after', 'before']) {
      const { received, document, stamped } = await sendUnder({ action, when });
      expect(received.body).toMatchObject({ estado: 'PROCESADO', selloRecibido: sello });
      expect(received.body['codigoGeneracion']).toBe(codeOf(document));
      expect(stamped).toBe(when === 'after');
    }
  });

  it('says that a good token is not one', async () => {
    const { received, stamped } = await sendUnder({ action: 'expired_token' });
    expect([received.status, stamped]).toEqual([401, false]);
    await script({ service: 'auth', action: 'auth_error' });
    expect((await sim.login()).body['status']).toBe('ERROR');
  });

  it.each(['004', '022', '096', '099'])('answers code %s, with and without stamping', async (codigoMsg) => {
    const before = await sendUnder({ action: 'code', codigoMsg });
    expect(before.received.status).toBe(400);
    expect(before.received.body).toMatchObject({ estado: 'RECHAZADO', codigoMsg, selloRecibido: null });
    expect(before.stamped).toBe(false);
    expect((await sendUnder({ action: 'code', codigoMsg, when: 'after' })).stamped).toBe(true);
  });

  it('rejects in any words, a number as a number', async () => {
    const words = { descripcionMsg: '[resumen.totalCompra ...] VALOR NO VALIDO' };
    const { received, stamped } = await sendUnder({
      action: 'code',
      codigoMsg: 100,
      clasificaMsg: 14,
      ...words,
    });
    expect([received.status, stamped]).toEqual([400, false]);
    expect(received.body).toMatchObject({
      estado: 'RECHAZADO',
      codigoGeneracion: expect.stringMatching(/^[0-9A-F-]{36}$/),
      codigoMsg: 100,
      clasificaMsg: 14,
      selloRecibido: null,
      ...words,
    });
    const known = await sendUnder({ action: 'code', codigoMsg: 9 });
    expect(known.received.body).toMatchObject({ codigoMsg: 9, clasificaMsg: '13' });
    expect(known.received.body['descripcionMsg']).toBe('[receptor.nit] NIT CONTRIBUYENTE NO EXISTE');
  });

  it('stamps with observations', async () => {
    const { received, stamped } = await sendUnder({ action: 'code', codigoMsg: '002' });
    expect(received.body).toMatchObject({ estado: 'PROCESADO', codigoMsg: '002' });
    expect(stamped).toBe(true);
  });
});

describe('answers that are false', () => {
  it('denies in its own words what is stamped, as often as told', async () => {
    const document = freshFactura();
    await sim.send(document);
    await script({ service: 'consulta', action: 'absent', times: 2 });
    for (const expected of ['014', '014', '001'])
      expect((await sim.consult(codeOf(document))).body).toMatchObject({
        codigoMsg: expected,
        codigoGeneracion: codeOf(document),
      });
  });

  it('looks at the number before the code', async () => {
    const { received, document } = await sendUnder({ action: 'number_first' });
    expect(received.status).toBe(200);
    await script({ service: 'recepcion', action: 'number_first' });
    const copy = await sim.send(document);
    expect(copy.body).toMatchObject({
      codigoMsg: '004',
      descripcionMsg: '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR',
    });
    expect((await sim.send(document)).body['descripcionMsg']).toContain('codigoGeneracion');
  });

  it('gives two copies of the same bytes two verdicts', async () => {
    await script([
      { service: 'recepcion', action: 'zombie', forMs: 200 },
      { service: 'recepcion', action: 'code', codigoMsg: '096' },
    ]);
    const document = freshFactura();
    sim.send(document).catch(() => {});
    await wait(50);
    expect((await sim.send(document)).body).toMatchObject({ estado: 'RECHAZADO', codigoMsg: '096' });
    await expect.poll(() => isStamped(document), { timeout: 3000 }).toBe(true);
  });

  it.each([90, -90])('dates an answer %d seconds ahead', async (seconds) => {
    await script({ service: 'auth', action: 'date', seconds });
    const { headers } = await fetch(`${sim.url}/seguridad/auth`, { method: 'POST' });
    const aheadMs = Date.parse(headers.get('date') ?? '') - Date.now();
    expect(Math.abs(aheadMs - seconds * 1000)).toBeLessThan(5_000);
  });
});

describe('whom it strikes', () => {
  it('goes through the script in order, as often as told', async () => {
    await script([
      { service: 'recepcion', action: 'status', status: 500, times: 2 },
      { service: 'recepcion', action: 'status', status: 504 },
    ]);
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await sim.send(freshFactura())).status);
    expect(statuses).toEqual([500, 500, 504, 200]);
  });

  it('singles out one issuer', async () => {
    await script({ service: 'all', action: 'status', status: 500, nit: '06149999994040' });
    expect((await sim.send(freshFactura())).status).toBe(200);
    await script({ service: 'recepcion', action: 'status', status: 501, nit: TEST_NIT });
    expect((await sim.login()).status).toBe(200);
    expect((await sim.send(freshFactura())).status).toBe(501);
  });

  it('strikes by chance, and the same seed strikes the same calls', async () => {
    const probabilities = { consulta: [{ probability: 0.4, action: 'status', status: 500 }] };
    const run = async (seed: number) => {
      await sim.request('PUT /_sim/faults', { seed, probabilities });
      const statuses: number[] = [];
      for (let turn = 0; turn < 40; turn += 1) statuses.push((await sim.consult('X')).status);
      return statuses;
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    const struck = first.filter((status) => status === 500).length;
    expect(struck).toBeGreaterThan(6);
    expect(struck).toBeLessThan(28);
  });
});
