import { expect, it } from 'vitest';
import { exampleRecord, viewOf } from '../../../test/support/document-view.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { EVERYTHING } from '../../../test/support/listed-documents.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { formatCents } from '../../core/money/decimal.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import { BookSums, bookEntries } from './book-entries.ts';
import type { BookFacts, ListKey } from './ports.ts';

const QUERY = {
  selection: EVERYTHING,
  after: null,
  newestFirst: false,
  limit: 2,
  withStanding: true,
  withDelivery: false,
};
const record = (name: string, changes = {}) => exampleRecord({ documentId: idOf(name), ...changes });
const FACTS: BookFacts = {
  summary: { ...exampleRecord().summary, amountTotal: '12.30' },
  partyNumber: '06140202020024',
  partyNumberType: '36',
  nrc: '7654321',
  exempt: '1.00',
  nonSubject: '0.00',
  vatPerceived: null,
  adjusted: null,
};

const VIEWS: readonly DocumentView[] = [
  viewOf(record('a')),
  viewOf(record('b', { tipoDte: '05' })),
  viewOf(record('c', { state: 'rejected', selloRecibido: null })),
  viewOf(record('d'), { standing: { invalidation: 'sealed', notes: [] } }),
  viewOf(record('e', { state: 'pending', selloRecibido: null })),
];

/** Two of them a page; `asked` is told what was looked at, in which order. */
function partsWith(asked: string[]) {
  const pageAfter = (after: ListKey | null) => (after === null ? 0 : Number(after.us));
  return {
    lister: {
      totals: async () => [],
      page: async (_: string, { after }: { readonly after: ListKey | null }) => {
        const begin = pageAfter(after);
        asked.push(`page ${begin}`);
        const views = VIEWS.slice(begin, begin + 2);
        const last = views.at(-1)?.record.documentId;
        const isLast = begin + 2 >= VIEWS.length;
        return {
          views,
          next: isLast || last === undefined ? null : { us: String(begin + 2), documentId: last },
        };
      },
    },
    books: {
      facts: async (_: string, ids: readonly DocumentId[]) => {
        asked.push(`facts of ${ids.length}`);
        return new Map(ids.filter((id) => id === idOf('a')).map((id) => [id, FACTS]));
      },
    },
  };
}

it('reads each page with its facts when the one before has been worked off', async () => {
  const asked: string[] = [];
  const totals: string[] = [];
  for await (const { amounts, counts, party } of bookEntries(partsWith(asked), 'c', QUERY)) {
    asked.push('entry');
    totals.push(`${formatCents(amounts.total)} ${counts} ${party.nrc}`);
  }
  expect(totals).toEqual([
    '12.30 true 7654321',
    '-11.30 true null',
    '11.30 false null',
    '11.30 false null',
    '11.30 true null',
  ]);
  expect(asked.slice(0, 6)).toEqual(['page 0', 'facts of 2', 'entry', 'entry', 'page 2', 'facts of 2']);
});

it('adds up by type what counts', async () => {
  const sums = new BookSums();
  for await (const entry of bookEntries(partsWith([]), 'c', QUERY)) sums.add(entry);
  const told = [...sums.byType].map(([tipoDte, { documents, amounts }]) => [
    tipoDte,
    documents,
    formatCents(amounts.total),
    formatCents(amounts.exempt),
  ]);
  expect(told).toEqual([
    ['01', 2, '23.60', '1.00'],
    ['05', 1, '-11.30', '0.00'],
  ]);
  expect(sums.left).toBe(2);
});
