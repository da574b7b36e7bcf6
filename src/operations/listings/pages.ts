import type { DocumentView } from '../documents/reading-ports.ts';
import { type ColumnName, cellsOf } from './columns.ts';
import type { Cell, DocumentLister, DocumentPage, PageQuery } from './ports.ts';

/** The pages of a selection; each is read when the one before has been worked off. */
export async function* pagesOf(
  lister: DocumentLister,
  companyId: string,
  query: PageQuery,
): AsyncGenerator<DocumentPage> {
  let { after } = query;
  do {
    const page = await lister.page(companyId, { ...query, after });
    yield page;
    after = page.next;
  } while (after !== null);
}

/** The documents of a selection, page after page. */
export async function* viewsOf(...asked: Parameters<typeof pagesOf>): AsyncGenerator<DocumentView> {
  for await (const { views } of pagesOf(...asked)) yield* views;
}

/** The rows of a table of a whole selection, the heading first. */
export async function* tableOf(
  lister: DocumentLister,
  companyId: string,
  { query, columns }: { readonly query: PageQuery; readonly columns: readonly ColumnName[] },
): AsyncGenerator<readonly Cell[]> {
  yield columns;
  for await (const view of viewsOf(lister, companyId, query)) yield cellsOf(view, columns);
}
