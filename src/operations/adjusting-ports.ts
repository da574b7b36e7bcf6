import type { DocumentStanding } from '../core/adjusting/standing.ts';

/** What has been done to documents since they were issued. */
export interface StandingReader {
  /** Without anything, and for a document that does not exist, nothing has been done. */
  standing(companyId: string, documentId: string): Promise<DocumentStanding>;
}
