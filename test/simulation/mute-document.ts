import type { World } from './world.ts';

/** The document that the first query of the bad days is about is the one that queries meet an error of the authority's for. */
export function muteDocument(world: World): (codigoGeneracion: string) => boolean {
  let mute: string | null = null;
  return (codigoGeneracion) => {
    if (world.nowMs() >= world.faults().muteUntilMs) return false;
    if (world.nowMs() < world.faultsEndMs) mute ??= codigoGeneracion;
    return codigoGeneracion === mute;
  };
}
