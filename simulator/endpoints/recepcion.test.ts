import { describe, expect, it } from 'vitest';
import { codeOf, valueAt, withValue } from '../../test/support/simulator/edit.ts';
import { freshFactura, TEST_KEY } from '../../test/support/simulator/rehearsal.ts';
import { sharedRehearsal } from '../../test/support/simulator/shared-rehearsal.ts';
import { envelopeFor } from '../../test/support/simulator/signing.ts';

const sim = sharedRehearsal();

const SELLO = /^20\d\d[0-9A-Z]{36}$/;
describe('POST /fesv/recepciondte', () => {
  it('stamps a good document in the shape of the manual', async () => {
    const document = freshFactura();
    const { status, body } = await sim.send(document);
    expect(status).toBe(200);
    expect(body).toEqual({
      version: 2,
      ambiente: '00',
      versionApp: 2,
      estado: 'PROCESADO',
      clasificaMsg: '10',
      codigoMsg: '001',
      descripcionMsg: 'RECIBIDO',
      observaciones: [],
      codigoGeneracion: codeOf(document),
      selloRecibido: expect.stringMatching(SELLO),
      fhProcesamiento: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
    });
  });

  it('stamps a document of another day with a remark', async () => {
    const { body } = await sim.send(freshFactura({ 'identificacion.fecEmi': '2026-01-02' }));
    expect(body).toMatchObject({ estado: 'PROCESADO', codigoMsg: '002' });
    expect(body['observaciones']).toEqual(['identificacion.fecEmi Difiere de la fecha de envío.']);
  });

  it('refuses with HTTP 400', async () => {
    const document = freshFactura({ 'resumen.totalIva': 4 });
    const { status, body } = await sim.send(document);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      estado: 'RECHAZADO',
      selloRecibido: null,
      clasificaMsg: '16',
      codigoMsg: '020',
      descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
      codigoGeneracion: codeOf(document),
      observaciones: [],
    });
  });

  it('gives back no code when the signature is wrong', async () => {
    const envelope = { ...envelopeFor(freshFactura(), TEST_KEY), documento: 'a.b.c' };
    const { status, body } = await sim.signed('POST /fesv/recepciondte', envelope);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      codigoGeneracion: null,
      selloRecibido: null,
      clasificaMsg: '20',
      codigoMsg: '802',
    });
  });

  it('names what the envelope lacks', async () => {
    const { status, body } = await sim.signed('POST /fesv/recepciondte', { ambiente: '00' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ estado: 'RECHAZADO', codigoMsg: '097' });
    expect(body['observaciones']).toEqual(['tipoDte', 'documento', 'codigoGeneracion', 'idEnvio', 'version']);
  });
});

describe('uniqueness', () => {
  it('refuses a stamped document that comes again, by its code', async () => {
    const document = freshFactura();
    await sim.send(document);
    expect((await sim.send(document)).body).toMatchObject({
      estado: 'RECHAZADO',
      clasificaMsg: '11',
      codigoMsg: '004',
      descripcionMsg: '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR',
    });
  });

  it('refuses a control number for a second document of the year, and not of another year', async () => {
    const first = freshFactura();
    await sim.send(first);
    const numeroControl = valueAt(first, 'identificacion.numeroControl');
    const second = freshFactura({ 'identificacion.numeroControl': numeroControl });
    expect((await sim.send(second)).body).toMatchObject({
      descripcionMsg: '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR',
    });
    const lastYear = withValue(second, 'identificacion.fecEmi', '2020-12-31');
    expect((await sim.send(lastYear)).status).toBe(200);
  });

  it('leaves code and number free when a document was rejected', async () => {
    const document = freshFactura();
    expect((await sim.send(withValue(document, 'resumen.totalIva', 9))).status).toBe(400);
    expect((await sim.send(document)).status).toBe(200);
  });

  it('stamps exactly one of many equal documents that arrive together', async () => {
    const document = freshFactura();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sim.send(document)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
