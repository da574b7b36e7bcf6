import type { RawAnswer, Rejection, Stamp } from '../../src/operations/authority/ports.ts';
import { sealOf } from './identifiers.ts';

/** A seal as the authority gives it, of no real document. */
export const STAMP: Stamp = {
  selloRecibido: sealOf('2026ABCDEF0123456789ABCDEF0123456789ABCD'),
  fhProcesamiento: '20/11/2026 10:15:30',
  codigoMsg: '001',
  descripcionMsg: 'RECIBIDO',
  observaciones: [],
};

export const STAMPED_RAW: RawAnswer = { status: 200, body: '{"estado":"PROCESADO"}' };

export const REJECTION: Rejection = {
  codigoMsg: '096',
  clasificaMsg: '11',
  descripcionMsg: 'DOCUMENTO NO CUMPLE ESQUEMA JSON',
  observaciones: ['[receptor.correo] no cumple el formato requerido'],
};

export const REJECTED_RAW: RawAnswer = { status: 400, body: '{"estado":"RECHAZADO"}' };
