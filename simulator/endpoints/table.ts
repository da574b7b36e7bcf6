import { auth } from './auth.ts';
import { consulta } from './consulta.ts';
import type { Endpoint } from './endpoint.ts';
import { recepcion } from './recepcion.ts';

/** Every service of the authority that the simulator plays. */
export const ENDPOINTS: readonly Endpoint[] = [auth, recepcion, consulta];

export function endpointAt(path: string): Endpoint | null {
  return ENDPOINTS.find((service) => service.path.test(path)) ?? null;
}
