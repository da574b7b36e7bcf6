import type { DocumentStanding } from '../core/adjusting/standing.ts';
import type { DocumentRecord } from './ports.ts';

/** A document under its reference. */
export interface ReferencedDocument {
  readonly record: DocumentRecord;
  /** The CCF that it adjusts; null where it is no note. */
  readonly ccfId: string | null;
}

/** What has been done to documents since they were issued. */
export interface StandingReader {
  /** Without anything, and for a document that does not exist, nothing has been done. */
  standing(companyId: string, documentId: string): Promise<DocumentStanding>;
  /** The document of this very reference, byte for byte; never one whose identifier it is. */
  underReference(companyId: string, externalRef: string): Promise<ReferencedDocument | null>;
}
