import type { FastifyReply } from 'fastify';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { StreamedFile } from '../operations/files/ports.ts';
import type { NewDeed } from '../operations/users/ports.ts';
import { doerOf } from '../operations/users/users-context.ts';
import { sendTrouble } from './obstacle-pages.ts';
import type { ConsoleParts, DeskParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** What a user has done in the company of the visit; `documentId` where it was done to a document. */
type VisitDeed = Omit<NewDeed, 'by' | 'companyId'>;

/** Records it with whose visit it was and from where. */
export function recordDone(
  { users }: Pick<ConsoleParts, 'users'>,
  { companyId, session, origin }: Pick<CompanyVisit, 'companyId' | 'session' | 'origin'>,
  deed: VisitDeed,
): Promise<void> {
  return users.deeds.record({ ...deed, companyId, by: doerOf(session, origin) });
}

/** Records that a user has issued a document, or corrected a rejected one. */
export function recordIssued(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { record, isCorrection }: { readonly record: DocumentRecord; readonly isCorrection: boolean },
): Promise<void> {
  const { documentId, numeroControl: subject } = record;
  return recordDone(parts, visit, { deed: isCorrection ? 'corrected' : 'issued', documentId, subject });
}

/** A file of a company that a user exports. */
interface ExportedFile extends Omit<StreamedFile, 'companyId'> {
  /** What it is, as the record keeps it. */
  readonly subject: string;
}

/**
 * Answers with a file that is written while it is read, and breaks off once its user may not read it any more; that the
 * user exported it is recorded before its first byte.
 */
export function sendExported(
  parts: Pick<ConsoleParts, 'users' | 'ongoing'> & { readonly desk: Pick<DeskParts, 'files'> },
  visit: Pick<CompanyVisit, 'companyId' | 'session' | 'origin' | 'role'>,
  reply: FastifyReply,
  { subject, pieces, ...announced }: ExportedFile,
): FastifyReply {
  async function* recorded(): AsyncGenerator<Uint8Array> {
    await recordDone(parts, visit, { deed: 'exported', subject });
    yield* pieces();
  }
  const streamed = { ...announced, companyId: visit.companyId, pieces: recorded };
  if (!reply.raw.closed)
    reply.raw.once(
      'close',
      parts.ongoing.watch(visit, () => reply.raw.destroy()),
    );
  return parts.desk.files.send(reply, streamed, () => sendTrouble(reply, 'busy'));
}
