import { may } from '../../../core/users/roles.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';

/** As many of a user's last deeds are looked through for a document. */
const LOOKED_THROUGH = 500;

/** Whether a user may open a document: all of the company's, or only what he has issued himself. */
export async function mayOpen(
  { users }: Pick<ConsoleParts, 'users'>,
  { role, session, companyId }: CompanyVisit,
  { documentId }: Pick<DocumentRecord, 'documentId'>,
): Promise<boolean> {
  if (may(role, 'see_all')) return true;
  const selection = { userId: session.userId, most: LOOKED_THROUGH };
  const deeds = await users.deeds.latest(companyId, selection);
  return deeds.some((one) => one.documentId === documentId);
}
