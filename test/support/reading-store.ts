import type { DocumentRecord, DocumentStore } from '../../src/operations/documents/ports.ts';
import { nothingBut } from './nothing-but.ts';

/** A store of which only these documents are read; whatever else is asked of it fails. */
export function readingStore(...records: readonly DocumentRecord[]): DocumentStore {
  return nothingBut<DocumentStore>({
    find: async (_companyId, id) => records.find(({ documentId }) => documentId === id) ?? null,
  });
}
