import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord, type JsonRecord, recordIn } from '../exact/json.ts';
import { refuse, refuseField } from '../verdict/refusal.ts';
import { readEnvelope, receptionBody, rejection } from './envelope.ts';

const EXCHANGES = resolve(import.meta.dirname, '../../../shared/hacienda/http-exchanges.json');

const complete = {
  ambiente: '00',
  idEnvio: 1,
  version: 2,
  tipoDte: '01',
  documento: 'J',
  codigoGeneracion: 'C',
};

const stamp = {
  selloRecibido: 'S',
  fhProcesamiento: '20/11/2026 10:00:00',
  clasificaMsg: '10',
  codigoMsg: '001',
  descripcionMsg: 'RECIBIDO',
  observaciones: [],
};

/** Everything the manual prints of one exchange. */
function printed(id: string): JsonRecord {
  const all: unknown = JSON.parse(readFileSync(EXCHANGES, 'utf8'));
  const found: unknown = Array.isArray(all) ? all.find((each) => isRecord(each) && each['id'] === id) : null;
  return isRecord(found) ? found : {};
}

describe('readEnvelope', () => {
  it('reads the fields that matter', () => {
    const { idEnvio: _, ...rest } = complete;
    expect(readEnvelope(JSON.stringify(complete))).toEqual({ kind: 'envelope', envelope: rest });
  });

  it.each(Object.keys(complete))('misses %s', (key) => {
    const body = JSON.stringify({ ...complete, [key]: undefined });
    expect(readEnvelope(body)).toEqual({ kind: 'refused', refusal: refuse('99', '097', [key]) });
  });

  it.each([{ idEnvio: '1' }, { version: 1.5 }, { documento: '' }, { ambiente: 0 }])(
    'does not take %j',
    (wrong) => {
      expect(readEnvelope(JSON.stringify({ ...complete, ...wrong })).kind).toBe('refused');
    },
  );

  it.each(['', '[]', 'null', '{'])('is no JSON object: %j', (body) => {
    expect(readEnvelope(body)).toEqual({ kind: 'refused', refusal: refuse('98', '098') });
  });
});

describe('receptionBody', () => {
  it('is processed with a seal and rejected without', () => {
    expect(receptionBody('01', 'C', stamp)).toMatchObject({ estado: 'PROCESADO', ambiente: '01' });
    const refused = rejection(refuseField('11', '004', 'x'), Date.parse('2026-11-20T16:00:00Z'));
    expect(receptionBody('00', null, refused)).toEqual({
      version: 2,
      ambiente: '00',
      versionApp: 2,
      estado: 'RECHAZADO',
      codigoGeneracion: null,
      selloRecibido: null,
      fhProcesamiento: '20/11/2026 10:00:00',
      clasificaMsg: '11',
      codigoMsg: '004',
      descripcionMsg: '[x] YA EXISTE UN REGISTRO CON ESE VALOR',
      observaciones: [],
    });
  });
});

describe.skipIf(!existsSync(EXCHANGES))('the exchanges of the manual (../shared/hacienda)', () => {
  it.each(['recepcion-ok', 'recepcion-rechazado-duplicado', 'consultadte-ok', 'consultadte-error'])(
    '%s has the fields that we answer',
    (id) => {
      const body = recordIn(printed(id), 'body');
      expect(Object.keys(receptionBody('00', 'C', stamp)).sort()).toEqual(Object.keys(body).sort());
    },
  );

  it('recepcion-ok is a request that we take', () => {
    const request = recordIn(recordIn(printed('recepcion-ok'), 'request'), 'json');
    expect(readEnvelope(JSON.stringify(request)).kind).toBe('envelope');
  });

  it('recepcion-rechazado-duplicado says what we say', () => {
    const { descripcionMsg, clasificaMsg } = refuseField('11', '004', 'identificacion.numeroControl');
    expect(recordIn(printed('recepcion-rechazado-duplicado'), 'body')).toMatchObject({
      descripcionMsg,
      clasificaMsg,
    });
  });
});
