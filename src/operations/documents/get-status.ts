import type { TipoDte } from '../../core/dte/kinds.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { PayloadOf } from '../files/ports.ts';
import type { DocumentReader, DocumentView } from './reading-ports.ts';

export interface DocumentStatus {
  readonly kind: 'status';
  readonly view: DocumentView;
  /** Null unless asked for, and while nothing has been signed. */
  readonly signed: SignedView | null;
}

/** The signed document and the authority's answer, both as text. */
export interface SignedView {
  readonly payload: string;
  /** Null without a verdict. */
  readonly answer: string | null;
}

export interface StatusQuery {
  /** What was found; null for nothing. */
  readonly view: DocumentView | null;
  /** Documents of other types are not found; null for any. */
  readonly onlyType: TipoDte | null;
  readonly payloadOf: PayloadOf;
}

/** How a document stands; a pure read. */
export function getStatus({ view, onlyType, payloadOf }: StatusQuery): DocumentStatus | Refusal {
  if (view === null || (onlyType !== null && view.record.tipoDte !== onlyType))
    return refuse('document_not_found');
  return { kind: 'status', view, signed: signedView(view, payloadOf) };
}

/** The signed document of what was read with its bytes; null where it was not, and while nothing has been signed. */
export function signedView({ signed }: DocumentView, payloadOf: PayloadOf): SignedView | null {
  const payload = signed === null ? null : payloadOf(signed.jws);
  if (signed === null || payload === null) return null;
  return { payload, answer: signed.answer?.body ?? null };
}

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
