import { isExternalRef } from '../../core/identifiers/external-ref.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';

/** Whether a text can name a document: what could be no reference is not looked for, and the database cannot even be asked for a NUL. */
export const isReadable = isExternalRef;

export type FoundDocument = { readonly kind: 'found'; readonly record: DocumentRecord };

/** A document of the company by id or reference. Another company's is the same refusal as none. */
export async function findDocument(
  store: Pick<DocumentStore, 'find'>,
  companyId: string,
  idOrRef: string,
): Promise<FoundDocument | Refusal> {
  const record = isReadable(idOrRef) ? await store.find(companyId, idOrRef) : null;
  return record === null ? refuse('document_not_found') : { kind: 'found', record };
}
