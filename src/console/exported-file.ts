import type { FastifyReply } from 'fastify';
import type { StreamedFile } from '../operations/files/ports.ts';
import { sendTrouble } from './obstacle-pages.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';
import { recordDone } from './visit-deeds.ts';

/** A file of a company that a user exports. */
export interface ExportedFile extends Omit<StreamedFile, 'companyId'> {
  /** What it is, as the record keeps it. */
  readonly subject: string;
}

/** Answers with a file that is written while it is read; that the user exported it is recorded before its first byte. */
export function sendExported(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { reply, file }: { readonly reply: FastifyReply; readonly file: ExportedFile },
): FastifyReply {
  const { subject, pieces, ...announced } = file;
  async function* recorded(): AsyncGenerator<Uint8Array> {
    await recordDone(parts, visit, { deed: 'exported', subject });
    yield* pieces();
  }
  const streamed = { ...announced, companyId: visit.companyId, pieces: recorded };
  return parts.reading.files.send(reply, streamed, () => sendTrouble(reply, 'busy'));
}
