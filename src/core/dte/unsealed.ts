import { type Members, textAt } from './official-json.ts';

/** CAT-004. */
const BY_CONTINGENCY = '2';

/** What paper and message say of a document that waits for its seal, in the same words. */
export function whyUnsealed(identificacion: Members | null): string {
  return textAt(identificacion, 'tipoOperacion') === BY_CONTINGENCY
    ? 'EMITIDO EN CONTINGENCIA: pendiente de sello'
    : 'EN TRANSMISIÓN: pendiente de sello';
}
