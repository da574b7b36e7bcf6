import { auth } from './auth.ts';
import { consulta } from './consulta.ts';
import { consultaLote } from './consulta-lote.ts';
import { contingencia } from './contingencia.ts';
import type { Endpoint } from './endpoint.ts';
import { invalidacion } from './invalidacion.ts';
import { lote } from './lote.ts';
import { recepcion } from './recepcion.ts';

/** Every service of the authority that the simulator plays. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth,
  recepcion,
  consulta,
  lote,
  consultaLote,
  contingencia,
  invalidacion,
];

export function endpointAt(path: string): Endpoint | null {
  return ENDPOINTS.find((service) => service.path.test(path)) ?? null;
}
