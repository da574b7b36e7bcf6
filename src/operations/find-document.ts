import { isExternalRef } from '../core/identifiers/external-ref.ts';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

export type FoundDocument = { readonly kind: 'found'; readonly record: DocumentRecord };

/** A document of the company by id or reference. Another company's is the same refusal as none. */
export async function findDocument(
  store: DocumentStore,
  companyId: string,
  idOrRef: string,
): Promise<FoundDocument | Refusal> {
  // What could be no reference is not looked for: the database cannot even be asked for a NUL.
  const record = isExternalRef(idOrRef) ? await store.find(companyId, idOrRef) : null;
  return record === null ? refuse('document_not_found') : { kind: 'found', record };
}
