import { EXPORT_WRITER } from '../export/export-writer.ts';
import { createSheetPress } from '../paper/book/sheet-press.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createDeclarationStores } from '../storage/declarations/declaration-stores.ts';
import { createDocumentLister } from '../storage/listings/document-list.ts';

/** What tables, archives, declarations and books are written from. The pool acts as the service. */
export function exportParts(pool: Pool, installationMails: boolean) {
  return {
    lister: createDocumentLister(pool, installationMails),
    ...createDeclarationStores(pool),
    writer: EXPORT_WRITER,
    sheets: createSheetPress(),
  };
}
