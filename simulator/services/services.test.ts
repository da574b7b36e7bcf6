import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueAt, withValue } from '../fixtures/edit.ts';
import { TEST_NIT } from '../fixtures/facturas.ts';
import { freshFactura, type Rehearsal, rehearse, TEST_KEY, TEST_PASSWORD } from '../fixtures/rehearsal.ts';
import { envelopeFor } from '../fixtures/signing.ts';

let sim: Rehearsal;
let token: string;

beforeAll(async () => {
  sim = await rehearse();
  token = await sim.token();
});

afterAll(() => sim.end());

const SELLO = /^20\d\d[0-9A-Z]{36}$/;
const codeOf = (document: Parameters<typeof valueAt>[0]) =>
  valueAt(document, 'identificacion.codigoGeneracion');

describe('POST /seguridad/auth', () => {
  it('answers a token that already says Bearer', async () => {
    const { status, body } = await sim.login();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'OK',
      body: { user: TEST_NIT, roles: ['ROLE_USER'], tokenType: 'Bearer' },
    });
    expect(token).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('refuses with HTTP 200 and status ERROR', async () => {
    const refusal = { status: 'ERROR', error: 'Unauthorized', message: 'Usuario no valido' };
    expect(await sim.login(TEST_NIT, 'otra')).toMatchObject({ status: 200, body: refusal });
    expect(await sim.login('nadie')).toMatchObject({ status: 200, body: refusal });
    const asJson = await sim.request('POST', '/seguridad/auth', { user: TEST_NIT, pwd: TEST_PASSWORD });
    expect(asJson).toMatchObject({ status: 200, body: refusal });
  });
});

describe('the token', () => {
  it.each([undefined, '', 'Bearer unknown', 'unknown'])('%j is a 401', async (bad) => {
    const envelope = envelopeFor(freshFactura(), TEST_KEY);
    const received = await sim.request('POST', '/fesv/recepciondte', envelope, bad);
    expect(received.status).toBe(401);
    expect(received.text === '' || received.body['status'] === 401).toBe(true);
    expect((await sim.request('POST', '/fesv/recepcion/consultadte', {}, bad)).status).toBe(401);
  });

  it('must be sent with its "Bearer "', async () => {
    expect((await sim.send(freshFactura(), token.replace('Bearer ', ''))).status).toBe(401);
  });

  it('ends when the control interface says so', async () => {
    const other = await sim.token();
    const { body } = await sim.request('POST', '/_sim/tokens/expire', { nit: TEST_NIT });
    expect(body['expired']).toBeGreaterThanOrEqual(2);
    expect((await sim.send(freshFactura(), other)).status).toBe(401);
    token = await sim.token();
    expect((await sim.send(freshFactura(), token)).status).toBe(200);
  });
});

describe('POST /fesv/recepciondte', () => {
  it('stamps a good document in the shape of the manual', async () => {
    const document = freshFactura();
    const { status, body } = await sim.send(document, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ version: 2, ambiente: '00', versionApp: 2, estado: 'PROCESADO', clasificaMsg: '10' },
      ...{ codigoMsg: '001', descripcionMsg: 'RECIBIDO', observaciones: [] },
      codigoGeneracion: codeOf(document),
      selloRecibido: expect.stringMatching(SELLO),
      fhProcesamiento: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
    });
  });

  it('stamps a document of another day with a remark', async () => {
    const { body } = await sim.send(freshFactura({ 'identificacion.fecEmi': '2026-01-02' }), token);
    expect(body).toMatchObject({ estado: 'PROCESADO', codigoMsg: '002' });
    expect(body['observaciones']).toEqual(['identificacion.fecEmi Difiere de la fecha de envío.']);
  });

  it('refuses with HTTP 400', async () => {
    const document = freshFactura({ 'resumen.totalIva': 4 });
    const { status, body } = await sim.send(document, token);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      ...{ estado: 'RECHAZADO', selloRecibido: null, clasificaMsg: '16', codigoMsg: '020' },
      descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
      codigoGeneracion: codeOf(document),
      observaciones: [],
    });
  });

  it('gives back no code when the signature is wrong', async () => {
    const envelope = { ...envelopeFor(freshFactura(), TEST_KEY), documento: 'a.b.c' };
    const { status, body } = await sim.request('POST', '/fesv/recepciondte', envelope, token);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      codigoGeneracion: null,
      selloRecibido: null,
      clasificaMsg: '20',
      codigoMsg: '802',
    });
  });

  it('names what the envelope lacks', async () => {
    const { status, body } = await sim.request('POST', '/fesv/recepciondte', { ambiente: '00' }, token);
    expect(status).toBe(400);
    expect(body).toMatchObject({ estado: 'RECHAZADO', codigoMsg: '097' });
    expect(body['observaciones']).toEqual(['tipoDte', 'documento', 'codigoGeneracion', 'idEnvio', 'version']);
  });
});

describe('uniqueness', () => {
  it('refuses a stamped document that comes again, by its code', async () => {
    const document = freshFactura();
    await sim.send(document, token);
    expect((await sim.send(document, token)).body).toMatchObject({
      ...{ estado: 'RECHAZADO', clasificaMsg: '11', codigoMsg: '004' },
      descripcionMsg: '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
    });
  });

  it('refuses a control number for a second document of the year, and not of another year', async () => {
    const first = freshFactura();
    await sim.send(first, token);
    const numeroControl = valueAt(first, 'identificacion.numeroControl');
    const second = freshFactura({ 'identificacion.numeroControl': numeroControl });
    expect((await sim.send(second, token)).body).toMatchObject({
      descripcionMsg: '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR',
    });
    const lastYear = withValue(second, 'identificacion.fecEmi', '2020-12-31');
    expect((await sim.send(lastYear, token)).status).toBe(200);
  });

  it('leaves code and number free when a document was rejected', async () => {
    const document = freshFactura();
    expect((await sim.send(withValue(document, 'resumen.totalIva', 9), token)).status).toBe(400);
    expect((await sim.send(document, token)).status).toBe(200);
  });

  it('stamps exactly one of many equal documents that arrive together', async () => {
    const document = freshFactura();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sim.send(document, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('POST /fesv/recepcion/consultadte/', () => {
  it('repeats the stamp', async () => {
    const document = freshFactura();
    const stamped = await sim.send(document, token);
    expect(await sim.consult(codeOf(document), token)).toEqual(stamped);
  });

  it('answers 404 and 014 for a document that it does not know, or has rejected', async () => {
    const document = freshFactura({ 'resumen.totalIva': 9 });
    await sim.send(document, token);
    const { status, body } = await sim.consult(codeOf(document), token);
    expect(status).toBe(404);
    expect(body).toMatchObject({ estado: 'RECHAZADO', codigoMsg: '014', selloRecibido: null });
  });

  it('answers about the asker and the type asked for only', async () => {
    const document = freshFactura();
    await sim.send(document, token);
    const ask = (changes: object) => {
      const query = { nitEmisor: TEST_NIT, tdte: '01', codigoGeneracion: codeOf(document), ...changes };
      return sim.request('POST', '/fesv/recepcion/consultadte', query, token);
    };
    expect((await ask({})).status).toBe(200);
    expect((await ask({ tdte: '03' })).status).toBe(404);
    expect((await ask({ nitEmisor: '06149999994040' })).body).toMatchObject({ codigoMsg: '008' });
    expect((await ask({ codigoGeneracion: undefined })).body).toMatchObject({ codigoMsg: '097' });
  });
});

describe('everything else', () => {
  it('is a 404, and another method a 405', async () => {
    expect((await sim.request('POST', '/fesv/otra', {})).status).toBe(404);
    expect((await sim.request('GET', '/fesv/recepciondte')).status).toBe(405);
  });
});
