import { expect, it } from 'vitest';
import { exampleRecord, viewOf } from '../../../test/support/document-view.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { formatCents } from '../../core/money/decimal.ts';
import { isOwnDocument, type OwnDocumentsParts, ownDocuments, sumsOfOwn } from './own-documents.ts';
import type { DeedKind, DeedSelection } from './ports.ts';

const NOW = Date.UTC(2026, 10, 24, 3);
const USER = { companyId: 'c', userId: 'u' };

function partsWith(done: readonly (readonly [DeedKind, DocumentId | null])[], asked: DeedSelection[] = []) {
  const parts: OwnDocumentsParts = {
    deeds: {
      async latest(_, selection) {
        asked.push(selection);
        return done.map(([deed, documentId], index) => ({
          companyId: 'c',
          by: { userId: 'u', userName: 'Ana', address: '' },
          deed,
          documentId,
          subject: '',
          deedId: String(index),
          happenedAt: NOW,
        }));
      },
    },
    documents: {
      view: async (_, { idOrRef }) =>
        idOrRef === idOf('gone') ? null : viewOf(exampleRecord({ documentId: idOf(idOrRef) })),
    },
    clock: { now: () => NOW },
  };
  return parts;
}

it('shows each document that the user has issued today once, whatever else was done', async () => {
  const asked: DeedSelection[] = [];
  const parts = partsWith(
    [
      ['issued', idOf('b')],
      ['mailed_again', idOf('x')],
      ['corrected', idOf('a')],
      ['issued', idOf('a')],
      ['issued', idOf('gone')],
      ['issued', null],
    ],
    asked,
  );
  expect(await ownDocuments(parts, USER, 10)).toHaveLength(2);
  expect(await ownDocuments(parts, USER, 1)).toHaveLength(1);
  // The day of El Salvador, where it is still the evening before.
  expect(asked[0]).toEqual({ userId: 'u', since: Date.UTC(2026, 10, 23, 6), most: 500 });
  expect(await isOwnDocument(parts, USER, idOf('a'))).toBe(true);
  expect(await isOwnDocument(parts, USER, idOf('x'))).toBe(false);
});

it('adds up what counts, with purchases apart', () => {
  const summary = { ...exampleRecord().summary, amountTotal: '10.25' };
  const stamped = viewOf(exampleRecord({ summary }));
  const { sold, bought } = sumsOfOwn([
    stamped,
    viewOf({ ...exampleRecord({ tipoDte: '11', summary }), state: 'in_flight', selloRecibido: null }),
    viewOf({ ...exampleRecord({ summary }), state: 'rejected', selloRecibido: null }),
    { ...stamped, standing: { invalidation: 'sealed', notes: [] } },
    viewOf(exampleRecord({ tipoDte: '14', summary })),
  ]);
  expect([sold.documents, formatCents(sold.total)]).toEqual([2, '20.50']);
  expect([bought.documents, formatCents(bought.total)]).toEqual([1, '10.25']);
});
