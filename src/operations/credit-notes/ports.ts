import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type { DocumentRecord } from '../documents/ports.ts';

/** What a note is made from, as of one moment. */
export interface NoteGround {
  /** The document of this very reference, byte for byte; never one whose identifier it is. */
  readonly existing: DocumentRecord | null;
  /** The document that the existing note adjusts, or else the one that was named; null where there is none. */
  readonly ccf: AdjustableCcf | null;
}

export interface AdjustableCcf {
  readonly record: DocumentRecord;
  /** The signed bytes that were stamped; null where it is no stamped CCF. */
  readonly jws: string | null;
  readonly standing: DocumentStanding;
  /** Names this standing in a claim. */
  readonly mark: string;
}

/** What has been done to documents since they were issued. */
export interface StandingReader {
  /** Without anything, and for a document that does not exist, nothing has been done. */
  standing(companyId: string, documentId: DocumentId): Promise<DocumentStanding>;
  /** `ccf` is an identifier or reference; null names none. */
  noteGround(companyId: string, externalRef: ExternalRef, ccf: string | null): Promise<NoteGround>;
}
