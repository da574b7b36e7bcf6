import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { refuse } from '../core/refusals/refusal.ts';
import type { StreamedFile } from '../operations/files/ports.ts';
import type { ExportSlots } from './export-slots.ts';
import { holderOf } from './held.ts';
import { sendRefusal } from './problems.ts';

/** Files that are written while they are read, as many at once as there are slots; those of the interface and of the console. */
export interface FileStreams {
  /** Answers with a file, or as `busy` does where too many are being written. */
  send(reply: FastifyReply, file: StreamedFile, busy: () => FastifyReply): FastifyReply;
  /** Ends all of them: a node that ends does not wait for whoever reads a table of a million rows. */
  endAll(): void;
}

/** How the description tells of a file. */
export function fileAnswer(mediaType: string, description: string) {
  const [type = mediaType] = mediaType.split(';');
  return { description, content: { [type]: { schema: { type: 'string', format: 'binary' } } } };
}

/** Whoever reads nothing for so long is not read to any longer. */
const LONGEST_STALL_MS = 60_000;

/** The files of a node; whoever reads nothing for `stallMs` is cut off. What is cut off is seen to be. */
export function createFileStreams(slots: ExportSlots, stallMs = LONGEST_STALL_MS): FileStreams {
  const open = new Set<FastifyReply['raw']>();
  return {
    send(reply, file, busy) {
      if (reply.request.method === 'HEAD') return announced(reply, file).send();
      const { raw: response } = reply;
      const holder = holderOf(response);
      const giveBack = slots.take(file.companyId, holder);
      if (giveBack === null) return busy();
      const source = Readable.from(piecesOf(file), { objectMode: false });
      const closed = new Promise((resolve) => source.once('close', resolve));
      // Also where its reader has gone, what reads the rows has to end first.
      void holder.during(() => closed).then(giveBack);
      source.once('error', (error) => {
        reply.log.error({ event: 'export_failed', reason: error.message });
      });
      open.add(response);
      const end = () => {
        open.delete(response);
        source.destroy();
      };
      if (response.closed) end();
      else response.once('close', end);
      response.setTimeout(stallMs, () => response.destroy());
      return announced(reply, file).send(source);
    },
    endAll() {
      for (const response of open) response.destroy();
    },
  };
}

/** Begun when they are first read, so that what fails at the beginning fails inside of the stream, and its slot comes back. */
async function* piecesOf(file: StreamedFile): AsyncGenerator<Uint8Array> {
  yield* file.pieces();
}

function announced(reply: FastifyReply, { mediaType, name }: StreamedFile): FastifyReply {
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
}

/** Answers a caller of the interface with a file, or says that too many are being written. */
export function sendFile(
  { files }: { readonly files: FileStreams },
  reply: FastifyReply,
  file: StreamedFile,
): FastifyReply {
  return files.send(reply, file, () => sendRefusal(reply, refuse('busy')));
}
