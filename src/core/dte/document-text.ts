import type { Contingencia } from './contingencia.ts';
import { buildIdentificacion, type Identity } from './identificacion.ts';

/**
 * The text that is signed: the identification block in front of the draft, which is everything else of the document as
 * compact JSON. Number, code, instant and mode are thus the only things that are added to what was validated.
 */
export function documentText(
  draft: string,
  identity: Identity,
  contingencia: Contingencia | null = null,
): string {
  return `${buildIdentificacion(identity, contingencia).slice(0, -1)},${draft.slice(1)}`;
}
