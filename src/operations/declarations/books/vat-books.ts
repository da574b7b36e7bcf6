import type { VatBook } from './book-order.ts';
import { CONSUMERS_BOOK } from './consumers-book.ts';
import { TAXPAYERS_BOOK } from './taxpayers-book.ts';

/** The books of sales; that of purchases needs the documents that others issued. */
export const VAT_BOOKS: readonly VatBook[] = [TAXPAYERS_BOOK, CONSUMERS_BOOK];

export function bookNamed(key: string): VatBook | null {
  return VAT_BOOKS.find((book) => book.key === key) ?? null;
}
