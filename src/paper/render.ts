import type { PaperOrder } from '../operations/files/ports.ts';
import { eventSheetOf } from './content/event-sheet-of.ts';
import { PREVIEW } from './content/mark.ts';
import type { Cover } from './content/sheet.ts';
import { sheetOf } from './content/sheet-of.ts';
import { DEFAULT_COLOR, readableOnWhite } from './drawing/color.ts';
import { openPen, type Pen } from './drawing/pen.ts';
import { printable } from './drawing/printable.ts';
import { drawEvent, drawLetter } from './letter/letter.ts';
import { rollOf } from './ticket/rows.ts';
import { drawTicket } from './ticket/ticket.ts';

/** Makes the PDF of an order: the same order gives the same bytes. */
export function render(order: PaperOrder): Promise<Uint8Array> {
  const { logo, color } = order.branding;
  const look = { color: readableOnWhite(color ?? DEFAULT_COLOR), logo };
  if (order.form.kind === 'event') {
    const sheet = eventSheetOf(order);
    const pen = penFor(order, sheet, order.isPreview ? PREVIEW : sheet.codes.codigoGeneracion);
    drawEvent(pen, sheet, look);
    return pen.finish();
  }
  const sheet = sheetOf(order);
  const pen = penFor(order, sheet, order.isPreview ? PREVIEW : (sheet.codes.numeroControl ?? ''));
  if (order.form.kind === 'ticket') drawTicket(pen, sheet, { roll: rollOf(order.form.widthMm), logo });
  else drawLetter(pen, sheet, look);
  return pen.finish();
}

/** `name` is what people call the document by. */
function penFor(order: PaperOrder, { title, issuer, issuedMs }: Cover, name: string): Pen {
  return openPen({
    title: printable(`${title} ${name}`),
    author: printable(issuer.name),
    createdMs: issuedMs,
    // A ticket goes to a printer and nowhere else, and a preview has nothing signed to carry.
    attachment:
      order.form.kind === 'ticket' || order.isPreview
        ? null
        : { name: `${name}.json`, text: order.signedFile },
  });
}
