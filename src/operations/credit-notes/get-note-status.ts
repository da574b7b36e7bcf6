import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';

export interface NoteStatus {
  readonly kind: 'status';
  readonly note: DocumentView;
  readonly ccf: DocumentView;
}

/** How a credit note stands; a pure read. A document of another type is the same refusal as none. */
export async function getNoteStatus(
  documents: DocumentReader,
  note: DocumentView | null,
): Promise<NoteStatus | Refusal> {
  if (note === null || note.ccfId === null) return refuse('document_not_found');
  const { companyId, documentId } = note.record;
  const ccf = await documents.view(companyId, { idOrRef: note.ccfId, bytes: false });
  if (ccf === null) throw new Error(`the CCF of note ${documentId} is missing`);
  return { kind: 'status', note, ccf };
}
