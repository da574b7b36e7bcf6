import { isExternalRef } from '../../core/identifiers/external-ref.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { DocumentLife, LifeReader } from '../life/ports.ts';
import type { DocumentRecord, DocumentStore } from './ports.ts';
import type { DocumentRead, DocumentReader, DocumentView } from './reading-ports.ts';

/** Whether a text can name a document: what could be no reference is not looked for, and the database cannot even be asked for a NUL. */
export const isReadable = isExternalRef;

/** A document of the company by id or reference. Another company's is the same refusal as none. */
export async function findDocument(
  store: Pick<DocumentStore, 'find'>,
  companyId: string,
  idOrRef: string,
): Promise<{ readonly kind: 'found'; readonly record: DocumentRecord } | Refusal> {
  const record = isReadable(idOrRef) ? await store.find(companyId, idOrRef) : null;
  return record === null ? refuse('document_not_found') : { kind: 'found', record };
}

/** A document with what became of it, as it is read; null where there is none. */
export async function findView(
  documents: DocumentReader,
  companyId: string,
  read: DocumentRead,
): Promise<DocumentView | null> {
  return isReadable(read.idOrRef) ? documents.view(companyId, read) : null;
}

/** What happened to it; null where there is none. */
export async function findLife(
  lives: LifeReader,
  companyId: string,
  idOrRef: string,
): Promise<DocumentLife | null> {
  return isReadable(idOrRef) ? lives.life(companyId, idOrRef) : null;
}
