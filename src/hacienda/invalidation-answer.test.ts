import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/identifiers.ts';
import { readInvalidation } from './invalidation-answer.ts';

const SEAL = '20206DFFF66F78D247F7A66D155E68FC7318UADD';
const EVENT = codeOf('A1B2C3D4-0000-4000-8000-00000000000A');
const DOCUMENT = codeOf('A1B2C3D4-0000-4000-8000-00000000000B');
const OTHER = 'A1B2C3D4-0000-4000-8000-00000000000C';
const CODES = { event: EVENT, document: DOCUMENT };

function wire(status: number, body: unknown) {
  return { status, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8') };
}

/** As the manual prints it. */
const PROCESSED = {
  version: 2,
  ambiente: '00',
  versionApp: 1,
  estado: 'PROCESADO',
  codigoGeneracion: EVENT,
  selloRecibido: SEAL,
  fhProcesamiento: '11/08/2020 09:50.52',
  codigoMsg: '001',
  descripcionMsg: 'Invalidación Recibida y Procesada',
  observaciones: null,
};
const REJECTED = {
  ...PROCESSED,
  estado: 'RECHAZADO',
  selloRecibido: null,
  fhProcesamiento: null,
  codigoMsg: '018',
  descripcionMsg: '[documento.fecEmi] FECHA FUERA DE PLAZO PERMITIDO',
};
const coded = (codigoMsg: string, descripcionMsg: string) => ({ ...REJECTED, codigoMsg, descripcionMsg });

describe('the answer to an invalidation', () => {
  it('is a seal, whichever of the two codes it names', () => {
    for (const codigoGeneracion of [EVENT, DOCUMENT, EVENT.toLowerCase()])
      expect(readInvalidation(wire(200, { ...PROCESSED, codigoGeneracion }), CODES)).toMatchObject({
        kind: 'sealed',
        stamp: { selloRecibido: SEAL, codigoMsg: '001', fhProcesamiento: '11/08/2020 09:50.52' },
      });
  });

  it.each<readonly [string, string, string | null]>([
    ['018', '[documento.fecEmi] FECHA FUERA DE PLAZO PERMITIDO', null],
    ['015', '[documento.codigoGeneracion] DOCUMENTO SE ENCUENTRA ANULADO', 'invalidated'],
    ['15', 'DOCUMENTO SE ENCUENTRA ANULADO', 'invalidated'],
    ['015', '[documento.codigoGeneracionR] DOCUMENTO SE ENCUENTRA ANULADO', null],
    ['004', '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR', 'registered'],
    ['004', '[documento.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR', null],
    ['028', '[documento.codigoGeneracion] DTE ESTA RELACIONADO CON OTRO DTE', null],
    ['096', 'DOCUMENTO NO CUMPLE ESQUEMA JSON', null],
    ['100', '[documento.fecEmi] VALOR NO VALIDO', null],
    ['107', 'VALOR NO VALIDO', null],
  ])('is a rejection: %s %s, already %s', (codigoMsg, descripcionMsg, already) => {
    expect(readInvalidation(wire(400, coded(codigoMsg, descripcionMsg)), CODES)).toMatchObject({
      kind: 'rejected',
      already,
      rejection: { descripcionMsg, observaciones: [descripcionMsg] },
    });
  });

  it('is a rejection whichever code it names, and with a field of the event alone', () => {
    const unknown = { ...coded('', '[motivo.nombreSolicita] VALOR NO VALIDO'), codigoMsg: 100 };
    for (const codigoGeneracion of [EVENT, DOCUMENT, null])
      expect(readInvalidation(wire(400, { ...unknown, codigoGeneracion }), CODES)).toMatchObject({
        kind: 'rejected',
        rejection: { codigoMsg: '100' },
      });
  });

  it.each<readonly [string, number, unknown]>([
    ['a refused token', 400, { ...coded('107', 'TOKEN INVÁLIDO'), codigoGeneracion: null }],
    ['an outage behind a seal', 200, { ...PROCESSED, codigoMsg: '022' }],
    ['an outage', 400, coded('099', 'ERROR NO CATALOGADO')],
    ['no code of ours', 200, { ...PROCESSED, codigoGeneracion: null }],
    ['somebody else’s code', 200, { ...PROCESSED, codigoGeneracion: OTHER }],
    ['somebody else’s rejection', 400, { ...REJECTED, codigoGeneracion: OTHER }],
    ['a seal of 39 characters', 200, { ...PROCESSED, selloRecibido: SEAL.slice(1) }],
    ['no seal', 200, { ...PROCESSED, selloRecibido: null }],
    ['a seal with a rejection', 400, { ...REJECTED, selloRecibido: SEAL }],
    ['a gateway’s page', 503, '<html></html>'],
    ['nothing', 200, ''],
    ['half an answer', 200, JSON.stringify(PROCESSED).slice(0, 60)],
  ])('is silence: %s', (_, status, body) => {
    expect(readInvalidation(wire(status, body), CODES)).toMatchObject({ kind: 'silent', raw: { status } });
  });
});
