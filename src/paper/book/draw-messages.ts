import { openStreamingPen, type StreamingPen } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import type { PageMessage } from './message.ts';
import { Pages } from './pages.ts';

/** Draws what the messages say, each with the bytes that are done by then. The first message opens a PDF, the last closes it. */
export function createDrawing(): (message: PageMessage) => Uint8Array {
  let open: { readonly pen: StreamingPen; readonly pages: Pages } | null = null;
  return (message) => {
    if (message.kind === 'open') {
      const { title, holder, madeMs } = message.head;
      const pen = openStreamingPen({
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
