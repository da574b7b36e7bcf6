import { receptionBody } from '../reception/envelope.ts';
import type { Verdict } from '../state/submission.ts';
import { answer, type Call, type Imitate } from './endpoint.ts';

/** The HTTP status that goes with a verdict; a rejection is a 400 (Lineamientos de integracion v8.0, page 20). */
export function receptionStatus(verdict: Verdict): number {
  return verdict.selloRecibido === null ? 400 : 200;
}

/** Puts a made-up verdict into the shape of reception. */
export function imitateReception(codigoGeneracion: (call: Call) => string | null): Imitate {
  return (verdict, call, ambiente) =>
    answer(receptionStatus(verdict), receptionBody(ambiente, codigoGeneracion(call), verdict));
}
