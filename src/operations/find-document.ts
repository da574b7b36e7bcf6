import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

export type FoundDocument = { readonly kind: 'found'; readonly record: DocumentRecord };

/** A document of the company by id or reference. Another company's is the same refusal as none. */
export async function findDocument(
  store: DocumentStore,
  companyId: string,
  idOrRef: string,
): Promise<FoundDocument | Refusal> {
  const record = await store.find(companyId, idOrRef);
  return record === null ? refuse('document_not_found') : { kind: 'found', record };
}
