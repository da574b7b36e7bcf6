import type { PaperOrder } from '../operations/paper-ports.ts';
import type { Sheet } from './content/sheet.ts';
import { sheetOf } from './content/sheet-of.ts';
import { DEFAULT_COLOR, readableOnWhite } from './drawing/color.ts';
import { type Attachment, openPen } from './drawing/pen.ts';
import { printable } from './drawing/printable.ts';
import { drawLetter } from './letter/letter.ts';
import { rollOf } from './ticket/roll.ts';
import { drawTicket } from './ticket/ticket.ts';

/** Makes the PDF of an order: the same order gives the same bytes. */
export function render(order: PaperOrder): Promise<Uint8Array> {
  const sheet = sheetOf(order);
  const { logo, color } = order.branding;
  const pen = openPen({
    title: printable(`${sheet.title} ${sheet.codes.numeroControl}`),
    author: printable(sheet.issuer.name),
    createdMs: sheet.issuedMs,
    attachment: attachmentOf(order, sheet),
  });
  if (order.form.kind === 'ticket') drawTicket(pen, sheet, { roll: rollOf(order.form.widthMm), logo });
  else drawLetter(pen, sheet, { color: readableOnWhite(color ?? DEFAULT_COLOR), logo });
  return pen.finish();
}

/** A letter carries the signed document; a ticket goes to a printer and nowhere else. */
function attachmentOf({ form, delivery }: PaperOrder, { codes }: Sheet): Attachment | null {
  return form.kind === 'letter' ? { name: `${codes.numeroControl}.json`, text: delivery } : null;
}
