import type { DteObject } from './serialize.ts';

/** v1 has no observations in the summary: they go into the block `extension`, null where there are none. */
export function buildExtension(observaciones: string | null, plate: DteObject): DteObject | null {
  if (observaciones === null) return null;
  return {
    nombEntrega: null,
    docuEntrega: null,
    nombRecibe: null,
    docuRecibe: null,
    observaciones,
    ...plate,
  };
}

/** The plate of a vehicle, which the extension of a note does not have. */
export const WITH_PLATE: DteObject = { placaVehiculo: null };
export const WITHOUT_PLATE: DteObject = {};
