import type { DocumentView } from '../documents/reading-ports.ts';
import type { DocumentLister, PageQuery } from './ports.ts';

/** The documents of a selection, page after page; each page is read when the one before has been worked off. */
export async function* viewsOf(
  lister: DocumentLister,
  companyId: string,
  query: PageQuery,
): AsyncGenerator<DocumentView> {
  let after = query.after;
  do {
    const page = await lister.page(companyId, { ...query, after });
    yield* page.views;
    after = page.next;
  } while (after !== null);
}
