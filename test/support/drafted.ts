import { type IssuedCcf, readIssuedCcf } from '../../src/core/adjusting/issued-ccf.ts';
import type { Draft, Drafting } from '../../src/core/drafting/order.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { identitiesOf } from '../oracle/document-identities.ts';

/** The draft; throws with the problems where there is none. */
export function drafted<D extends Draft>(drafting: D | Extract<Drafting, { kind: 'problems' }>): D {
  if (drafting.kind === 'problems') throw new Error(JSON.stringify(drafting.problems));
  return drafting;
}

/** The drafted document with ordinary numbers. */
export function draftedDocument(drafting: Drafting): Readonly<Record<string, unknown>> {
  return JSON.parse(drafted(drafting).text);
}

/** The CCF of a draft, read from its signed text. */
export function issuedCcf(sale: Draft, generation: SchemaGeneration): IssuedCcf {
  const identity = identitiesOf({ tipoDte: '03', generation, postedMs: Date.UTC(2026, 10, 20, 16) })(sale);
  return readIssuedCcf(documentText(sale.text, identity));
}

/** A member of a drafted document, like `resumen` or `cuerpoDocumento`. */
export function draftedMember(drafting: Drafting, name: string): unknown {
  return draftedDocument(drafting)[name];
}
