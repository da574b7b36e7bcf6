import { describe, expect, it } from 'vitest';
import { refuse, refuseField } from '../verdict/refusal.ts';
import { readEnvelope, receptionBody, rejection } from './envelope.ts';

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
