import type { FastifyReply } from 'fastify';
import type { StreamedFile } from '../operations/files/ports.ts';
import { recordDeed } from '../operations/users/manage-users.ts';
import { doerOf } from '../operations/users/users-context.ts';
import { sendTrouble } from './obstacle-pages.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** A file of a company that a user exports. */
export interface ExportedFile extends Omit<StreamedFile, 'companyId'> {
  /** What it is, as the record keeps it. */
  readonly subject: string;
}

/** Answers with a file that is written while it is read; that the user exported it is recorded before its first byte. */
export function sendExported(
  { reading, users }: ConsoleParts,
  { companyId, session, origin }: CompanyVisit,
  { reply, file }: { readonly reply: FastifyReply; readonly file: ExportedFile },
): FastifyReply {
  const { subject, pieces, ...announced } = file;
  const by = doerOf(session, origin);
  async function* recorded(): AsyncGenerator<Uint8Array> {
    await recordDeed(users, { companyId, by, deed: 'exported', documentId: null, subject });
    yield* pieces();
  }
  const streamed = { ...announced, companyId, pieces: recorded };
  return reading.files.send(reply, streamed, () => sendTrouble(reply, 'busy'));
}
