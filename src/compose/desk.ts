import type { KeyObject } from 'node:crypto';
import type { DeskParts } from '../console/parts.ts';
import { fileUrl, type LinkMaker } from '../http/answers.ts';
import { createSealedTexts } from '../identity/sealed-text.ts';
import { createAttentionReader } from '../storage/attention/attention-reader.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createBookReader } from '../storage/listings/book-reader.ts';
import { createTodayReader } from '../storage/today/today-reader.ts';

/** What the console's pages of documents work with, from what the interface has. */
export function deskOf(
  house: Omit<DeskParts, 'books' | 'today' | 'attention' | 'fileUrl' | 'addresses'> & LinkMaker,
  pool: Pool,
  secret: KeyObject,
): DeskParts {
  return {
    ...house,
    books: createBookReader(pool),
    today: createTodayReader(pool),
    attention: createAttentionReader(pool),
    addresses: createSealedTexts(secret, 'sello address 1'),
    fileUrl: (record, type) => fileUrl(record, type, house),
  };
}
