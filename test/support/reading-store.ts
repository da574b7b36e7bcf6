import type { DocumentRecord, DocumentStore } from '../../src/operations/documents/ports.ts';

const never = async () => Promise.reject(new Error('not expected here'));

/** A store of which only these documents are read; whatever else is asked of it fails. */
export function readingStore(...records: readonly DocumentRecord[]): DocumentStore {
  return {
    claim: never,
    recordAttempt: never,
    keepUnsent: never,
    recordResend: never,
    renew: never,
    closeAttempt: never,
    codesAsked: never,
    renumber: never,
    settle: never,
    release: never,
    versions: never,
    stampedForGood: never,
    findByReference: never,
    find: async (_companyId, id) => records.find(({ documentId }) => documentId === id) ?? null,
    signedBytes: never,
  };
}
