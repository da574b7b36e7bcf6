import type { Drafting } from '../../src/core/drafting/order.ts';

/** The drafted document with ordinary numbers; throws with the problems where there is none. */
export function draftedDocument(drafting: Drafting): Readonly<Record<string, unknown>> {
  if (drafting.kind === 'problems') throw new Error(JSON.stringify(drafting.problems));
  return JSON.parse(drafting.text);
}

/** A member of a drafted document, like `resumen` or `cuerpoDocumento`. */
export function draftedMember(drafting: Drafting, name: string): unknown {
  return draftedDocument(drafting)[name];
}
