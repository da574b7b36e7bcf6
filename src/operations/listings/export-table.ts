import { type ColumnName, cellsOf } from './columns.ts';
import type { Cell, DocumentLister, PageQuery } from './ports.ts';
import { viewsOf } from './read-pages.ts';

export interface TableOrder {
  readonly query: PageQuery;
  readonly columns: readonly ColumnName[];
}

/** The rows of a table of a whole selection, the heading first. */
export async function* tableOf(
  lister: DocumentLister,
  companyId: string,
  { query, columns }: TableOrder,
): AsyncGenerator<readonly Cell[]> {
  yield columns;
  for await (const view of viewsOf(lister, companyId, query)) yield cellsOf(view, columns);
}
