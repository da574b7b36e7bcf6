import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import type { DocumentView } from '../../src/operations/documents/reading-ports.ts';

/** A document that nothing was done to and nothing was sent of, without its bytes; with the changes given. */
export function viewOf(record: DocumentRecord, changes: Partial<DocumentView> = {}): DocumentView {
  return {
    record,
    ccfId: null,
    standing: { invalidation: null, notes: [] },
    delivery: { isConfigured: false, messages: [], redirectWhatsapp: null },
    signed: null,
    ...changes,
  };
}
