import type { DocumentRecord } from '../operations/documents/ports.ts';
import { doerOf } from '../operations/users/users-context.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** Records that a user has issued a document, or corrected a rejected one. */
export async function recordIssued(
  { users }: Pick<ConsoleParts, 'users'>,
  { companyId, session, origin }: CompanyVisit,
  { record, isCorrection }: { readonly record: DocumentRecord; readonly isCorrection: boolean },
): Promise<void> {
  await users.deeds.record({
    companyId,
    by: doerOf(session, origin),
    deed: isCorrection ? 'corrected' : 'issued',
    documentId: record.documentId,
    subject: record.numeroControl,
  });
}
