import { html, type Markup } from './html.ts';

/** A printed document in a frame of a page, as broad as the frame and without the tools of the browser's reader. */
export function sheetView(address: string, title: string): Markup {
  return html`<iframe class="sheet-view" src="${address}#toolbar=0&amp;navpanes=0&amp;view=FitH" title="${title}" loading="lazy"></iframe>`;
}
