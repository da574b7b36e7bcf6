import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  contingencyEnvelope,
  contingentFactura,
  eventOver,
  loteFor,
} from '../../test/support/simulator/contingency.ts';
import { codeOf } from '../../test/support/simulator/edit.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import { invalidationEnvelope, invalidationOf } from '../../test/support/simulator/invalidation.ts';
import {
  freshFactura,
  type Received,
  type Rehearsal,
  rehearse,
  TEST_KEY,
} from '../../test/support/simulator/rehearsal.ts';

const sim: Rehearsal = await rehearse({ loteMs: 0 });

afterAll(() => sim.end());

beforeEach(async () => {
  await sim.request('DELETE /_sim/script');
});

const isStamped = async (document: Draft) => (await sim.consult(codeOf(document))).status === 200;

async function script(entry: object): Promise<void> {
  expect((await sim.request('POST /_sim/script', entry)).status).toBe(200);
}

interface Sent {
  /** Null where there was no answer. */
  readonly received: Received | null;
  readonly processed: boolean;
}

const PATIENCE_MS = 250;

function answered(call: Promise<Received>): Promise<Received | null> {
  return Promise.race([call.catch(() => null), wait(PATIENCE_MS, null)]);
}

async function sendLote(entry: object): Promise<Sent> {
  await script({ service: 'lote', ...entry });
  const document = freshFactura();
  const lote = loteFor([document], TEST_KEY);
  const received = await answered(sim.signed('POST /fesv/recepcionlote/', lote));
  await wait(30);
  return { received, processed: await isStamped(document) };
}

async function sendEvent(entry: object): Promise<Sent> {
  await script({ service: 'contingencia', ...entry });
  const nowMs = Date.now();
  const times = { startMs: nowMs - 60_000, endMs: nowMs, sentMs: nowMs };
  const event = eventOver([contingentFactura(nowMs - 30_000)], times);
  const body = contingencyEnvelope(event, TEST_KEY);
  const received = await answered(sim.signed('POST /fesv/contingencia', body));
  const { text } = await sim.request(`GET /_sim/events/${codeOf(event)}`);
  return { received, processed: text.includes('"state":"sealed"') };
}

async function sendDocument(entry: object): Promise<Sent> {
  await script({ service: 'recepcion', ...entry });
  const document = freshFactura();
  const received = await answered(sim.send(document));
  return { received, processed: await isStamped(document) };
}

const SENDERS = [
  ['recepcion', sendDocument],
  ['lote', sendLote],
  ['contingencia', sendEvent],
] as const;

describe.each(SENDERS)('%s goes wrong', (_, send) => {
  it.each(['silence', 'reset'])('by %s, before and after it is processed', async (action) => {
    expect(await send({ action })).toEqual({ received: null, processed: false });
    expect(await send({ action, when: 'after' })).toEqual({ received: null, processed: true });
  });

  it.each([
    [{ action: 'status', status: 502 }, 502, /"status":502/],
    [{ action: 'html', status: 503 }, 503, /^<html>/],
    [{ action: 'html', status: 200 }, 200, /^<html>/],
    [{ action: 'empty' }, 200, /^$/],
    [{ action: 'oversized', bytes: 100_000 }, 200, /.{100000}/s],
    [{ action: 'truncated' }, 200, /^\{[^}]*$/],
  ])('by %j', async (entry, status, text) => {
    const { received, processed } = await send({ ...entry, when: 'after' });
    expect([received?.status, processed]).toEqual([status, true]);
    expect(text.test(received?.text ?? '')).toBe(true);
    expect((await send({ ...entry, when: 'before' })).processed).toBe(false);
  });

  it('by a token that is said to have expired', async () => {
    const { received, processed } = await send({ action: 'expired_token' });
    expect([received?.status, processed]).toEqual([401, false]);
  });

  it('by being processed late', async () => {
    const { received, processed } = await send({ action: 'zombie', forMs: PATIENCE_MS + 200 });
    expect([received, processed]).toEqual([null, false]);
    const { text } = await sim.request('GET /_sim/calls');
    expect(text).toContain('"zombie before"');
  });
});

describe.each(SENDERS.slice(1))('%s misleads', (_, send) => {
  it.each(['wrong_echo', 'no_sello', 'malformed_sello'])(
    'by %s, never with proof of what was not processed',
    async (action) => {
      const { received, processed } = await send({ action, when: 'before' });
      expect(processed).toBe(false);
      expect(received?.text).not.toMatch(/"selloRecibido":"F{40}"/);
      expect((await send({ action, when: 'after' })).processed).toBe(true);
    },
  );
});

describe('the shapes of misleading answers', () => {
  it('a lote without its code, with a broken one, or under another idEnvio', async () => {
    const without = await sendLote({ action: 'no_sello' });
    expect(without.received?.body).toMatchObject({ estado: 'RECIBIDO', codigoLote: null });
    const broken = await sendLote({ action: 'malformed_sello', when: 'before' });
    expect(broken.received?.body).toMatchObject({ codigoLote: '2026-SELLO-INCOMPLETO' });
    const lote = loteFor([freshFactura()], TEST_KEY);
    await script({ service: 'lote', action: 'wrong_echo' });
    const { body } = await sim.signed('POST /fesv/recepcionlote/', lote);
    expect(body['estado']).toBe('RECIBIDO');
    expect(body['idEnvio']).not.toBe(lote['idEnvio']);
  });

  it('a lote with a code', async () => {
    const { received, processed } = await sendLote({ action: 'code', codigoMsg: '099' });
    expect([received?.status, processed]).toEqual([400, false]);
    expect(received?.body).toMatchObject({ estado: 'RECHAZADO', codigoLote: null, codigoMsg: '099' });
    const noted = await sendLote({ action: 'code', codigoMsg: '002' });
    expect(noted.received?.body).toMatchObject({ estado: 'RECIBIDO', codigoMsg: '002' });
  });

  it('an event without a usable seal, and one that is refused by a code', async () => {
    const without = await sendEvent({ action: 'no_sello' });
    expect(without.received?.body).toMatchObject({ estado: 'RECIBIDO', selloRecibido: null });
    const { received, processed } = await sendEvent({ action: 'code', codigoMsg: '004', when: 'after' });
    expect(received?.body).toMatchObject({
      estado: 'RECHAZADO',
      selloRecibido: null,
      observaciones: ['[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'],
    });
    expect(Object.keys(received?.body ?? {})).not.toContain('codigoMsg');
    expect(processed).toBe(true);
    expect((await sendEvent({ action: 'wrong_echo', when: 'before' })).received?.status).toBe(503);
  });

  it('verdicts of a lote under other codes or without seals', async () => {
    const document = freshFactura();
    const lote = loteFor([document], TEST_KEY);
    const { body } = await sim.signed('POST /fesv/recepcionlote/', lote);
    const ask = () => sim.signed(`GET /fesv/recepcion/consultadtelote/${body['codigoLote']}`);
    await expect.poll(async () => (await ask()).text).toContain(String(codeOf(document)));
    for (const when of ['before', 'after']) {
      await script({ service: 'consultalote', action: 'wrong_echo', when });
      const { text } = await ask();
      expect(text).toContain('PROCESADO');
      expect(text).not.toContain(String(codeOf(document)));
    }
    await script({ service: 'consultalote', action: 'no_sello' });
    expect((await ask()).body).toMatchObject({ procesados: [{ selloRecibido: null }] });
    await script({ service: 'consultalote', action: 'code', codigoMsg: '022' });
    expect(await ask()).toMatchObject({ status: 400, body: { codigoMsg: '022', selloRecibido: null } });
    await script({ service: 'consultalote', action: 'html', status: 200 });
    expect((await ask()).text).toMatch(/^<html>/);
  });
});

describe('an invalidation goes wrong', () => {
  async function invalidate(entry: object): Promise<{ readonly received: Received; readonly done: boolean }> {
    const document = freshFactura();
    const { body } = await sim.send(document);
    await script({ service: 'invalidacion', ...entry });
    const event = invalidationOf({ document, sello: body['selloRecibido'] });
    const received = await sim.signed('POST /fesv/anulardte', invalidationEnvelope(event, TEST_KEY));
    const { text } = await sim.request('GET /_sim/invalidations?state=sealed&limit=1');
    return { received, done: text.includes(String(codeOf(event))) };
  }

  it.each(['before', 'after'])('%s it is processed, in its own shape', async (when) => {
    const spoilt = await invalidate({ action: 'malformed_sello', when });
    expect(spoilt.received.body).toMatchObject({ versionApp: 1, selloRecibido: '2026-SELLO-INCOMPLETO' });
    expect(spoilt.done).toBe(when === 'after');
    const coded = await invalidate({ action: 'code', codigoMsg: '099', when });
    expect(coded.received.body).toMatchObject({ estado: 'RECHAZADO', versionApp: 1, codigoMsg: '099' });
    expect(coded.done).toBe(when === 'after');
    const status = await invalidate({ action: 'status', status: 504, when });
    expect([status.received.status, status.done]).toEqual([504, when === 'after']);
  });
});

it('an outage takes every service, and ends', async () => {
  await script({ service: 'all', action: 'down', forMs: 300 });
  const routes = ['POST /fesv/recepcionlote/', 'GET /fesv/recepcion/consultadtelote/X'];
  for (const route of [...routes, 'POST /fesv/contingencia', 'POST /fesv/anulardte']) {
    const body = route.startsWith('POST') ? {} : undefined;
    await expect(sim.signed(route, body)).rejects.toThrow();
  }
  await wait(350);
  expect((await sim.signed('POST /fesv/recepcionlote/', {})).status).toBe(400);
});

it('singles out calls by service and by issuer', async () => {
  await script({ service: 'lote', action: 'status', status: 500, nit: '06149999994040' });
  expect((await sendEvent({ action: 'delay', delayMs: 1 })).received?.status).toBe(200);
  const { status } = await sim.signed('POST /fesv/recepcionlote/', loteFor([freshFactura()], TEST_KEY));
  expect(status).toBe(200);
});
