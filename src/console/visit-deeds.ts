import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { NewDeed } from '../operations/users/ports.ts';
import { doerOf } from '../operations/users/users-context.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** What a user has done in the company of the visit; `documentId` where it was done to a document. */
export type VisitDeed = Omit<NewDeed, 'by' | 'companyId'>;

/** Records it with whose visit it was and from where. */
export function recordDone(
  { users }: Pick<ConsoleParts, 'users'>,
  { companyId, session, origin }: CompanyVisit,
  deed: VisitDeed,
): Promise<void> {
  return users.deeds.record({ ...deed, companyId, by: doerOf(session, origin) });
}

/** Records that a user has issued a document, or corrected a rejected one. */
export function recordIssued(
  parts: Pick<ConsoleParts, 'users'>,
  visit: CompanyVisit,
  { record, isCorrection }: { readonly record: DocumentRecord; readonly isCorrection: boolean },
): Promise<void> {
  const { documentId, numeroControl: subject } = record;
  return recordDone(parts, visit, { deed: isCorrection ? 'corrected' : 'issued', documentId, subject });
}
