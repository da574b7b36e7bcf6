import type { BookRow, PageHead } from '../../operations/listings/ports.ts';
import { openPen, type Pen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { Pages, type SheetFrame } from './pages.ts';

/** What the process that draws the pages of sheets is told, one after the other; it answers each with the bytes that are done. */
export type PageMessage =
  | { readonly kind: 'open'; readonly head: PageHead }
  | { readonly kind: 'sheet'; readonly frame: SheetFrame }
  | { readonly kind: 'rows'; readonly rows: readonly BookRow[] }
  | { readonly kind: 'foot'; readonly rows: readonly BookRow[] }
  | { readonly kind: 'close' };

/** Draws what the messages say, each with the bytes that are done by then. The first message opens a PDF, the last closes it. */
export function createDrawing(): (message: PageMessage) => Uint8Array | Promise<Uint8Array> {
  let open: { readonly pen: Pen; readonly pages: Pages } | null = null;
  return (message) => {
    if (message.kind === 'open') {
      const { title, holder, madeMs } = message.head;
      const pen = openPen({
        title: printable(title),
        author: printable(holder),
        createdMs: madeMs,
        attachment: null,
      });
      open = { pen, pages: new Pages(pen, message.head) };
      return pen.take();
    }
    if (open === null) throw new Error('nothing was opened');
    const { pen, pages } = open;
    if (message.kind === 'sheet') pages.begin(message.frame);
    if (message.kind === 'rows') pages.rows(message.rows);
    if (message.kind === 'foot') pages.end(message.rows);
    if (message.kind !== 'close') return pen.take();
    pages.close();
    open = null;
    return pen.finish();
  };
}
