import type { Order } from '../../core/drafting/order.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { rebuild } from '../../core/rehearsing/rehearse-document.ts';
import { findDocument } from './find-document.ts';
import type { IssuingCompany } from './issuing-context.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';
import type { IssuedReader } from './reading-ports.ts';

/** A rejected document to be corrected, or one of which nothing is to be corrected. */
export type Reopened =
  | { readonly kind: 'reopened'; readonly record: DocumentRecord; readonly order: Order }
  /** It is not rejected, it is a note, or it is another than we write. */
  | { readonly kind: 'closed'; readonly record: DocumentRecord };

/**
 * The order of a rejected document, read back from the document: whoever corrects it issues it again under the same reference,
 * and it keeps its number.
 */
export async function reopenDocument(
  context: { readonly store: Pick<DocumentStore, 'find'>; readonly issuedDocuments: IssuedReader },
  { companyId, company }: IssuingCompany,
  idOrRef: string,
): Promise<Reopened | Refusal> {
  const { store, issuedDocuments } = context;
  const found = await findDocument(store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  if (record.state !== 'rejected') return { kind: 'closed', record };
  const issued = await issuedDocuments.issued(companyId, record.documentId);
  if (issued === null) return refuse('document_not_found');
  const order = rebuild(issued, { company, generation: record.generation }).content?.order ?? null;
  return order === null ? { kind: 'closed', record } : { kind: 'reopened', record, order };
}
