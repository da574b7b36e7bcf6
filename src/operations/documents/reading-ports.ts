import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { IssuedDocument } from '../../core/rehearsing/issued-document.ts';
import type { DeliveryReport } from '../deliveries/ports.ts';
import type { DocumentRecord, SignedBytes } from './ports.ts';

/** Which document is asked for, and whether with its signed bytes. */
export interface DocumentRead {
  /** By identifier first, then by reference, byte for byte. */
  readonly idOrRef: string;
  readonly bytes: boolean;
}

/** Signed bytes with the hash that was kept beside them, hexadecimal. */
export interface ViewedBytes extends SignedBytes {
  readonly sha256: string;
}

/** A document with everything that is shown of it, as of one moment. */
export interface DocumentView {
  readonly record: DocumentRecord;
  /** The CCF that a note adjusts; null for other documents. */
  readonly ccfId: DocumentId | null;
  readonly standing: DocumentStanding;
  readonly delivery: DeliveryReport;
  /** Null unless asked for, and while nothing has been signed. */
  readonly signed: ViewedBytes | null;
}

/** Reads documents, each with all that belongs to it in one look. */
export interface DocumentReader {
  /** Null where the company has no such document. */
  view(companyId: string, read: DocumentRead): Promise<DocumentView | null>;
}

/** Reads documents back as they were issued. */
export interface IssuedReader {
  /** Null where the company has no such document. */
  issued(companyId: string, documentId: DocumentId): Promise<IssuedDocument | null>;
}
