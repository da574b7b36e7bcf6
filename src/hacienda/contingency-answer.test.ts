import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/identifiers.ts';
import { readLoteReception, readLoteResults, readReport } from './contingency-answer.ts';

const SEAL = '202197AF602319654B9C95A5ECA40DAE13AEFB5N';
const OURS = codeOf('A1B2C3D4-0000-4000-8000-00000000000A');
const OTHER = codeOf('A1B2C3D4-0000-4000-8000-00000000000B');

function wire(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, body: Buffer.from(text, 'utf8') };
}

const RECEIVED = {
  estado: 'RECIBIDO',
  fechaHora: '23/03/2021 10:09:18',
  mensaje: 'Documento recibido',
  selloRecibido: SEAL,
  observaciones: [],
};
const REJECTED = {
  ...RECEIVED,
  estado: 'RECHAZADO',
  mensaje: 'Validaciones no superadas',
  selloRecibido: null,
};

describe('the answer to a contingency event', () => {
  it('is a seal', () => {
    expect(readReport(wire(200, RECEIVED))).toMatchObject({ kind: 'sealed', selloRecibido: SEAL });
  });

  it('is a rejection with its reasons, or with the message where there are none', () => {
    const observaciones = ['OBSERVACION 1', '', null, 'OBSERVACION N'];
    expect(readReport(wire(400, { ...REJECTED, observaciones }))).toMatchObject({
      kind: 'rejected',
      known: null,
      observaciones: ['OBSERVACION 1', 'OBSERVACION N'],
    });
    expect(readReport(wire(200, REJECTED))).toMatchObject({
      kind: 'rejected',
      observaciones: ['Validaciones no superadas'],
    });
    expect(readReport(wire(400, { estado: 'RECHAZADO' }))).toMatchObject({
      kind: 'rejected',
      observaciones: ['Hacienda rechazó el evento sin indicar el motivo.'],
    });
  });

  it.each([
    [{ observaciones: ['[motivo.fFin] VALOR NO VALIDO'] }, null],
    [{ observaciones: ['[detalleDTE.1.tipoDoc] VALOR NO VALIDO'] }, null],
    [{ mensaje: '[emisor.nit] NO CORRESPONDE A USUARIO' }, null],
    [{ mensaje: 'código generación ya existe' }, 'document'],
    [{ observaciones: ['código generación ya existe'] }, 'document'],
  ])('is a rejection under a code of access with %j', (words, known) => {
    expect(readReport(wire(400, { ...REJECTED, codigoMsg: 100, ...words }))).toMatchObject({
      kind: 'rejected',
      known,
    });
  });

  it.each([
    ['[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR', 'event'],
    ['[detalleDTE.1.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR', 'document'],
    ['código generación ya existe', 'document'],
    ['Código de generación ya existe: A1B2C3D4-0000-4000-8000-00000000000A', 'document'],
    ['[motivo.fFin] FECHA NO ES CORRECTA', null],
  ])('tells what of it is known already: %s', (observacion, known) => {
    const observaciones = ['[motivo.fFin] FECHA NO ES CORRECTA', observacion];
    expect(readReport(wire(400, { ...REJECTED, observaciones }))).toMatchObject({ kind: 'rejected', known });
  });

  it('is of an event that is known where that and a document are', () => {
    const observaciones = ['código generación ya existe', '[identificacion.codigoGeneracion] YA EXISTE'];
    expect(readReport(wire(400, { ...REJECTED, observaciones }))).toMatchObject({ known: 'event' });
  });

  it.each([
    ['a gateway’s page', wire(502, '<html>')],
    ['text', wire(200, 'RECIBIDO')],
    ['a seal that is none', wire(200, { ...RECEIVED, selloRecibido: 'corto' })],
    ['no seal', wire(200, { ...RECEIVED, selloRecibido: null })],
    ['a receipt with an error’s status', wire(400, RECEIVED)],
    ['a rejection together with a seal', wire(400, { ...REJECTED, selloRecibido: SEAL })],
    ['no verdict', wire(200, { mensaje: 'hola' })],
    ['a refused token', wire(400, { ...REJECTED, codigoMsg: 107, descripcionMsg: 'TOKEN INVÁLIDO' })],
    ['an outage', wire(400, { ...REJECTED, codigoMsg: '022' })],
  ])('is silence where it is %s', (_name, answer) => {
    expect(readReport(answer)).toMatchObject({ kind: 'silent', raw: { status: answer.status } });
  });
});

describe('the answer to a lote', () => {
  it('is its code', () => {
    const body = { estado: 'RECIBIDO', codigoLote: OTHER, codigoMsg: '001' };
    expect(readLoteReception(wire(200, body))).toEqual({ kind: 'received', codigoLote: OTHER });
    // The manual’s own example has no `estado`.
    expect(readLoteReception(wire(200, { codigoLote: OTHER }))).toMatchObject({ kind: 'received' });
  });

  it('is a refusal of the whole', () => {
    const body = { estado: 'RECHAZADO', codigoLote: null, codigoMsg: '097', descripcionMsg: 'FALTAN DATOS' };
    expect(readLoteReception(wire(400, body))).toEqual({ kind: 'refused', reason: '097 FALTAN DATOS' });
  });

  it.each([
    ['a code together with a rejection', wire(200, { estado: 'RECHAZADO', codigoLote: OTHER })],
    ['a code with an error’s status', wire(400, { codigoLote: OTHER })],
    ['no code', wire(200, { estado: 'RECIBIDO' })],
    ['a page', wire(503, '<html>')],
    ['no JSON', wire(200, '{"codigoLote":')],
  ])('is silence where it is %s', (_name, answer) => {
    expect(readLoteReception(answer)).toMatchObject({ kind: 'silent' });
  });
});

describe('the results of a lote', () => {
  const stamped = { estado: 'PROCESADO', codigoGeneracion: OURS, selloRecibido: SEAL, codigoMsg: '001' };
  const rejected = { estado: 'RECHAZADO', codigoGeneracion: OTHER, selloRecibido: null, codigoMsg: '020' };

  it('are verdicts by code, read as strictly as those of documents sent alone', () => {
    const results = readLoteResults(wire(200, { procesados: [stamped], rechazados: [rejected] }), [
      OURS,
      OTHER,
    ]);
    expect(results?.get(OURS)).toMatchObject({ kind: 'stamped', stamp: { selloRecibido: SEAL } });
    expect(results?.get(OTHER)).toMatchObject({ kind: 'rejected', rejection: { codigoMsg: '020' } });
  });

  it('are rejections under a code of access, too', () => {
    const rechazados = [{ ...rejected, codigoMsg: 100 }];
    expect(readLoteResults(wire(200, { rechazados }), [OTHER])?.get(OTHER)).toMatchObject({
      kind: 'rejected',
      rejection: { codigoMsg: '100' },
    });
  });

  it('are none for documents that are not there yet, and nothing is taken from strangers', () => {
    const results = readLoteResults(wire(200, { procesados: [stamped], rechazados: null }), [OTHER]);
    expect(results?.size).toBe(0);
  });

  it('are silent about an entry that contradicts itself', () => {
    const twisted = { ...stamped, selloRecibido: 'corto' };
    const results = readLoteResults(wire(200, { procesados: [twisted, 7], rechazados: [] }), [OURS]);
    expect(results?.get(OURS)).toMatchObject({ kind: 'silent' });
  });

  it('are null where nothing can be read', () => {
    expect(readLoteResults(wire(404, {}), [OURS])).toBeNull();
    expect(readLoteResults(wire(200, '<html>'), [OURS])).toBeNull();
  });
});
