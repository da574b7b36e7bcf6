import { buildIdentificacion, type Identity } from './identificacion.ts';
import { serializeDte } from './serialize.ts';

/**
 * The text that is signed: the identification block in front of the draft, which is everything else of the document as
 * compact JSON. Number, code and instant are thus the only things that a claim adds to what was validated.
 */
export function documentText(draft: string, identity: Identity): string {
  return `{"identificacion":${serializeDte(buildIdentificacion(identity))},${draft.slice(1)}`;
}
