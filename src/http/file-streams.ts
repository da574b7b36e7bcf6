import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import type { App } from './app.ts';
import type { ExportSlots } from './export-slots.ts';
import { sendRefusal } from './problems.ts';

/** A file that is written while it is read. */
export interface StreamedFile {
  readonly companyId: string;
  readonly mediaType: string;
  readonly name: string;
  pieces(): AsyncIterable<Uint8Array>;
}

/** Answers with a file, or says that too many are being written. */
export type FileStreams = (request: FastifyRequest, reply: FastifyReply, file: StreamedFile) => FastifyReply;

/** How the description tells of a file. */
export function fileAnswer(mediaType: string, description: string) {
  const [type = mediaType] = mediaType.split(';');
  return { description, content: { [type]: { schema: { type: 'string', format: 'binary' } } } };
}

/** Whoever reads nothing for so long is not read to any longer. */
const LONGEST_STALL_MS = 60_000;

const BUSY: Refusal = refuse('busy');

/** Files for the routes of one server. */
export function fileStreams(app: App, slots: ExportSlots): FileStreams {
  const open = new Set<FastifyReply['raw']>();
  // A node that ends does not wait for whoever reads a table of a million rows; what is cut off is seen to be.
  app.addHook('preClose', async () => {
    for (const response of open) response.destroy();
  });
  return (request, reply, { companyId, mediaType, name, pieces }) => {
    reply
      .type(mediaType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store');
    if (request.method === 'HEAD') return reply.send();
    const giveBack = slots.take(companyId);
    if (giveBack === null) return sendRefusal(reply, BUSY);
    const { raw: response } = reply;
    const source = Readable.from(pieces(), { objectMode: false });
    source.once('close', giveBack);
    source.once('error', (error) => {
      request.log.error({ event: 'export_failed', reason: error.message });
    });
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      source.destroy();
    });
    response.setTimeout(LONGEST_STALL_MS, () => response.destroy());
    return reply.send(source);
  };
}
