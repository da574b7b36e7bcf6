import { auth } from './auth.ts';
import { consulta } from './consulta.ts';
import { recepcion } from './recepcion.ts';
import type { Service } from './service.ts';

/** Every service of the authority that the simulator plays. */
export const SERVICES: readonly Service[] = [auth, recepcion, consulta];

export function serviceAt(path: string): Service | null {
  return SERVICES.find((service) => service.path.test(path)) ?? null;
}
