import type { BookRow, PageHead } from '../../operations/listings/ports.ts';
import type { SheetFrame } from './pages.ts';

/** What the process that draws the pages of sheets is told, one after the other; it answers each with the bytes that are done. */
export type PageMessage =
  | { readonly kind: 'open'; readonly head: PageHead }
  | { readonly kind: 'sheet'; readonly frame: SheetFrame }
  | { readonly kind: 'rows'; readonly rows: readonly BookRow[] }
  | { readonly kind: 'foot'; readonly rows: readonly BookRow[] }
  | { readonly kind: 'close' };
