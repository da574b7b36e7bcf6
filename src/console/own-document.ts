import { may } from '../core/users/roles.ts';
import type { DocumentView } from '../operations/documents/reading-ports.ts';
import { isOwnDocument, ownDocuments } from '../operations/users/own-documents.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** Whether a user may open a document: all of the company's, or only what he has issued himself today. */
export async function mayOpen(
  { users, clock }: Pick<ConsoleParts, 'users' | 'clock'>,
  { role, session, companyId }: CompanyVisit,
  documentId: string,
): Promise<boolean> {
  if (may(role, 'see_all')) return true;
  return isOwnDocument({ deeds: users.deeds, clock }, { companyId, userId: session.userId }, documentId);
}

/** So many of one's own documents are shown. */
export const MOST_OWN = 100;

/** What a user has issued today, the newest first. */
export function ownOfToday(
  { users, clock, desk }: ConsoleParts,
  { session, companyId }: CompanyVisit,
): Promise<readonly DocumentView[]> {
  const sources = { deeds: users.deeds, documents: desk.documents, clock };
  return ownDocuments(sources, { companyId, userId: session.userId }, MOST_OWN);
}
