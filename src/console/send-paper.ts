import type { FastifyReply } from 'fastify';
import { pressOutside } from '../operations/documents/issuing-context.ts';
import type { PaperOrder } from '../operations/files/ports.ts';
import { FRAMEABLE } from './headers.ts';
import { sendTrouble } from './obstacle-pages.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** Prints an order for a visitor, whose place others have meanwhile; the pages of the console may show it in a frame. */
export async function sendPaper(
  { reading }: Pick<ConsoleParts, 'reading'>,
  { visit, reply }: { readonly visit: CompanyVisit; readonly reply: FastifyReply },
  order: PaperOrder,
): Promise<FastifyReply> {
  const pdf = await pressOutside(visit.place, reading.press).print(order, visit.companyId);
  if (pdf === null) return sendTrouble(reply, 'busy');
  return reply.headers(FRAMEABLE).type('application/pdf').send(Buffer.from(pdf));
}
