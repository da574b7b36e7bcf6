import { randomUUID } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  contingencyEnvelope,
  contingentFactura,
  eventOver,
  loteFor,
} from '../../test/support/simulator/contingency.ts';
import { codeOf, valueAt, withValue } from '../../test/support/simulator/edit.ts';
import type { Draft } from '../../test/support/simulator/facturas.ts';
import {
  type Client,
  clientOf,
  freshFactura,
  type Received,
  rehearse,
  TEST_KEY,
} from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { testKey } from '../../test/support/simulator/signing.ts';
import { isRecord, type JsonRecord } from '../exact/json.ts';
import { startSimulator } from '../server.ts';

const sim = sharedRehearsal({ loteMs: 60 });

const post = (body: unknown, of: Client = sim) => of.signed('POST /fesv/recepcionlote/', body);

const routeTo = (codigoLote: unknown) => `GET /fesv/recepcion/consultadtelote/${codigoLote}`;

const ask = (codigoLote: unknown, of: Client = sim) => of.signed(routeTo(codigoLote));

function bodies({ body }: Received, key: 'procesados' | 'rechazados'): readonly JsonRecord[] {
  const list = body[key];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const verdicts = (received: Received) =>
  bodies(received, 'procesados').length + bodies(received, 'rechazados').length;

/** Sends documents as a lote and waits until all are judged. */
async function judged(documents: readonly Draft[]): Promise<Received> {
  const { body } = await post(loteFor(documents, TEST_KEY));
  await expect
    .poll(async () => verdicts(await ask(body['codigoLote'])), { timeout: 5000 })
    .toBe(documents.length);
  return ask(body['codigoLote']);
}

describe('POST /fesv/recepcionlote/', () => {
  it('says that it received the lote, in the shape of the manual', async () => {
    const lote = loteFor([freshFactura()], TEST_KEY);
    const { status, body } = await post(lote);
    expect([status, body]).toEqual([
      200,
      {
        version: 2,
        ambiente: '00',
        versionApp: 2,
        estado: 'RECIBIDO',
        idEnvio: lote['idEnvio'],
        fhProcesamiento: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
        codigoLote: expect.stringMatching(/^[0-9A-F-]{36}$/),
        codigoMsg: '001',
        descripcionMsg: 'LOTE RECIBIDO, VALIDADO Y PROCESADO',
      },
    ]);
  });

  it.each([
    [{ documentos: 'no list' }, '097', ['documentos']],
    [{ documentos: Array.from({ length: 101 }, () => 'a.b.c') }, '007', []],
    [{ nitEmisor: '06149999994040' }, '008', []],
    [{ ambiente: '01' }, '007', []],
  ])('refuses %o as a whole', async (changes, codigoMsg, observaciones) => {
    const lote: Draft = { ...loteFor([freshFactura()], TEST_KEY), ...changes };
    const { status, body } = await post(lote);
    expect(status).toBe(400);
    expect(body).toMatchObject({ estado: 'RECHAZADO', codigoLote: null, codigoMsg, observaciones });
    expect(body).toMatchObject({ idEnvio: lote['idEnvio'] });
  });

  it('is on the disk before it answers', async () => {
    const { body } = await post(loteFor([freshFactura()], TEST_KEY));
    expect(await readFile(sim.stateFile, 'utf8')).toContain(String(body['codigoLote']));
  });

  it('wants a token', async () => {
    expect((await sim.request('POST /fesv/recepcionlote/', {}, 'Bearer x')).status).toBe(401);
    expect((await sim.request(routeTo('X'), undefined, 'Bearer x')).status).toBe(401);
  });
});

describe('the verdicts of a lote', () => {
  it('are those of reception, each under its code', async () => {
    const [good, wrong] = [freshFactura(), freshFactura({ 'resumen.totalIva': 9 })];
    const received = await judged([wrong, good]);
    expect(received.status).toBe(200);
    expect(Object.keys(received.body)).toEqual(['procesados', 'rechazados']);
    expect(bodies(received, 'procesados')).toEqual([(await sim.consult(codeOf(good))).body]);
    expect(bodies(received, 'rechazados')).toMatchObject([
      { estado: 'RECHAZADO', codigoGeneracion: codeOf(wrong), clasificaMsg: '16', codigoMsg: '020' },
    ]);
  });

  it('name the code of a document whose signature is wrong, where there is one', async () => {
    const document = freshFactura();
    const { documentos } = loteFor([document], testKey());
    const lote = { ...loteFor([], TEST_KEY), documentos: [...[documentos].flat(), 'a.b.c'] };
    const { body } = await post(lote);
    await expect.poll(async () => verdicts(await ask(body['codigoLote']))).toBe(2);
    expect(bodies(await ask(body['codigoLote']), 'rechazados')).toMatchObject([
      { codigoGeneracion: codeOf(document), codigoMsg: '802' },
      { codigoGeneracion: null, codigoMsg: '802' },
    ]);
  });

  it('refuse what is stamped already, and of equal documents all but one', async () => {
    const [stamped, twice] = [freshFactura(), freshFactura()];
    await sim.send(stamped);
    const received = await judged([stamped, twice, twice]);
    expect(bodies(received, 'procesados')).toHaveLength(1);
    expect(bodies(received, 'rechazados')).toMatchObject([
      { codigoGeneracion: codeOf(stamped), codigoMsg: '004' },
      { codigoGeneracion: codeOf(twice), codigoMsg: '004' },
    ]);
    expect((await sim.consult(codeOf(stamped))).status).toBe(200);
  });

  it('ask for a contingency event where the document says so', async () => {
    const nowMs = Date.now();
    const [listed, stranger] = [contingentFactura(nowMs - 60_000), contingentFactura(nowMs - 60_000)];
    const event = eventOver([listed], { startMs: nowMs - 120_000, endMs: nowMs, sentMs: nowMs });
    await sim.signed('POST /fesv/contingencia', contingencyEnvelope(event, TEST_KEY));
    const received = await judged([listed, stranger]);
    expect(bodies(received, 'procesados')).toMatchObject([{ codigoGeneracion: codeOf(listed) }]);
    expect(bodies(received, 'rechazados')).toMatchObject([{ codigoMsg: '012' }]);
    const refused = await sim.request(`GET /_sim/ledger/${codeOf(stranger)}`);
    const numeroControl = valueAt(stranger, 'identificacion.numeroControl');
    expect(refused.body).toMatchObject({ submissions: [{ numeroControl, evento: null, state: 'rejected' }] });
    const { body } = await sim.request(`GET /_sim/ledger/${codeOf(listed)}`);
    expect(body).toMatchObject({ submissions: [{ evento: codeOf(event), state: 'stamped' }] });
  });

  it('are there in part while the rest is still judged', async () => {
    const slow = await rehearse({ loteMs: 900 });
    const documents = [freshFactura(), freshFactura(), freshFactura()];
    const { body } = await post(loteFor(documents, TEST_KEY), slow);
    const progress = async () => verdicts(await ask(body['codigoLote'], slow));
    expect(await progress()).toBe(0);
    await expect.poll(progress, { timeout: 3000, interval: 20 }).toBe(1);
    expect((await slow.consult(codeOf(documents[2] ?? {}))).status).toBe(404);
    await expect.poll(progress, { timeout: 3000 }).toBe(3);
    await slow.end();
  });
});

describe('GET /fesv/recepcion/consultadtelote/{codigoLote}', () => {
  it('does not know other lotes', async () => {
    const { status, body } = await ask(randomUUID().toUpperCase());
    expect(status).toBe(404);
    expect(body).toMatchObject({
      estado: 'RECHAZADO',
      codigoGeneracion: null,
      codigoMsg: '014',
      descripcionMsg: '[codigoLote] NO EXISTE UN REGISTRO CON ESTE DATO',
    });
  });

  it('does not show the lote of another issuer', async () => {
    const nit = '06149999994040';
    const { publicKeyPem } = testKey();
    const other = await rehearse({ loteMs: 0 });
    await other.request('POST /_sim/issuers', { nit, password: 'Otra#Ficticia1', publicKeyPem });
    const { body } = await post(loteFor([freshFactura()], TEST_KEY), other);
    const login = await other.login(nit, 'Otra#Ficticia1');
    const theirs = String(valueAt(login.body, 'body.token'));
    expect((await other.request(routeTo(body['codigoLote']), undefined, theirs)).status).toBe(404);
    expect((await ask(body['codigoLote'], other)).status).toBe(200);
    await other.end();
  });
});

describe('a lote after a restart', () => {
  it('is judged to its end, and keeps the verdicts that it had', async () => {
    const first = await rehearse({ loteMs: 900 });
    const repeated = freshFactura();
    await first.send(repeated);
    const documents = [repeated, withValue(freshFactura(), 'resumen.totalIva', 9), freshFactura()];
    const { body } = await post(loteFor(documents, TEST_KEY), first);
    const progress = async () => verdicts(await ask(body['codigoLote'], first));
    await expect.poll(progress, { timeout: 3000, interval: 20 }).toBe(2);
    const early = bodies(await ask(body['codigoLote'], first), 'rechazados');
    const copy = `${first.stateFile}.copy`;
    await cp(first.stateFile, copy);
    const anHourLater = () => Date.now() + 3_600_000;
    const simulator = await startSimulator({ stateFile: copy, loteMs: 0, now: anHourLater });
    const second = clientOf(simulator.url);
    await expect.poll(async () => verdicts(await ask(body['codigoLote'], second))).toBe(3);
    const late = await ask(body['codigoLote'], second);
    expect(bodies(late, 'rechazados')).toEqual(early);
    expect(bodies(late, 'procesados')).toMatchObject([{ codigoGeneracion: codeOf(documents[2] ?? {}) }]);
    expect((await second.consult(codeOf(repeated))).status).toBe(200);
    const stamp = await second.request(`GET /_sim/ledger/${codeOf(repeated)}`);
    expect(stamp.body).toMatchObject({ submissions: [{ state: 'stamped', codigoMsg: '001' }] });
    await simulator.close();
    await first.end();
  });
});
