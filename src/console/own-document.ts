import { may } from '../core/users/roles.ts';
import { isOwnDocument } from '../operations/users/own-documents.ts';
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
