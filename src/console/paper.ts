import type { FastifyReply } from 'fastify';
import { pressOutside } from '../operations/access/places.ts';
import type { PaperOrder } from '../operations/files/ports.ts';
import { FRAMEABLE } from './headers.ts';
import { html, type Markup } from './html.ts';
import type { Answer } from './page.ts';
import type { ConsoleParts } from './parts.ts';
import type { CompanyVisit } from './visit.ts';

/** Prints an order for a visitor, whose place others have meanwhile; the pages of the console may show it in a frame. */
export async function sendPaper(
  { desk }: ConsoleParts,
  visit: CompanyVisit,
  reply: FastifyReply,
  order: PaperOrder,
): Promise<Answer> {
  const pdf = await pressOutside(visit.place, desk.press).print(order, visit.companyId);
  return pdf === null ? 'busy' : reply.headers(FRAMEABLE).type('application/pdf').send(Buffer.from(pdf));
}

/** Prints what a document or an event would be, as a text that nobody has signed. */
export async function sendPreview(
  parts: ConsoleParts,
  visit: CompanyVisit,
  reply: FastifyReply,
  { form, text: signedFile }: { readonly form: PaperOrder['form']; readonly text: string },
): Promise<Answer> {
  const branding = await parts.desk.brandings.branding(visit.companyId);
  const unsigned = { isPreview: true, rejection: null, cancellation: { kind: 'none' } } as const;
  return sendPaper(parts, visit, reply, { ...unsigned, form, signedFile, branding });
}

/** A printed document in a frame of a page, as broad as the frame and without the tools of the browser's reader. */
export function sheetView(address: string, title: string): Markup {
  return html`<iframe class="sheet-view" src="${address}#toolbar=0&amp;navpanes=0&amp;view=FitH" title="${title}" loading="lazy"></iframe>`;
}
