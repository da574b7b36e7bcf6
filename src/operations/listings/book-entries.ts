import {
  addedUp,
  type BookAmounts,
  bookAmountsOf,
  countsInBooks,
  type DocumentAmounts,
} from '../../core/books/entry.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import { listedState } from './columns.ts';
import { pagesOf } from './pages.ts';
import type { BookFacts, BookReader, DocumentLister, PageQuery } from './ports.ts';

/** A document of a book. */
export interface BookEntry {
  readonly view: DocumentView;
  readonly party: Pick<BookFacts, 'partyNumber' | 'partyNumberType' | 'nrc' | 'adjusted'>;
  /** What a note gives back is less than nothing. */
  readonly amounts: BookAmounts;
  /** False where the document was rejected or cancelled, so that no sum has it. */
  readonly counts: boolean;
}

/** The documents of a selection with what a book says of them; each page is read when the one before has been worked off. */
export async function* bookEntries(
  { lister, books }: { readonly lister: DocumentLister; readonly books: BookReader },
  companyId: string,
  query: PageQuery,
): AsyncGenerator<BookEntry> {
  for await (const { views } of pagesOf(lister, companyId, query)) {
    const ids = views.map(({ record }) => record.documentId);
    const facts = await books.facts(companyId, ids);
    for (const view of views) yield entryOf(view, facts.get(view.record.documentId) ?? null);
  }
}

const NO_AMOUNTS: DocumentAmounts = { exempt: null, nonSubject: null, vatPerceived: null };
const NOBODY: BookEntry['party'] = {
  partyNumber: null,
  partyNumberType: null,
  nrc: null,
  adjusted: null,
};

/** All amounts of a document are of one moment: that of its facts, where there are any. */
function entryOf(view: DocumentView, facts: BookFacts | null): BookEntry {
  const { record, standing } = view;
  const isRejected = listedState(record.state) === 'rejected';
  return {
    view,
    party: facts ?? NOBODY,
    amounts: bookAmountsOf(record.tipoDte, facts?.summary ?? record.summary, facts ?? NO_AMOUNTS),
    counts: countsInBooks(isRejected, standing),
  };
}

/** Adds up the entries of a book while they pass by. */
export class BookSums {
  /** What the documents come to that count. */
  readonly byType = new Map<TipoDte, { readonly documents: number; readonly amounts: BookAmounts }>();
  /** How many do not count. */
  left = 0;

  add({ view, amounts, counts }: BookEntry): void {
    if (!counts) {
      this.left += 1;
      return;
    }
    const { tipoDte } = view.record;
    const before = this.byType.get(tipoDte);
    const all = before === undefined ? [amounts] : [before.amounts, amounts];
    this.byType.set(tipoDte, { documents: (before?.documents ?? 0) + 1, amounts: addedUp(all) });
  }
}
