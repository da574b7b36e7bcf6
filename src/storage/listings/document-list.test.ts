import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import {
  EVERYTHING,
  inOrder,
  insertDocuments,
  isSelected,
  type ListedDocument,
  listedDocument,
} from '../../../test/support/listed-documents.ts';
import { shared } from '../../../test/support/shared.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { isInThisHalf } from '../../../test/support/this-half.ts';
import type { DocumentLister, ListKey, PageQuery, Selection } from '../../operations/listings/ports.ts';
import { createDocumentLister } from './document-list.ts';
import { createSearch } from './search-filler.ts';

const COUNT = 4_600;
/** How many a company has for which nothing is written yet: each of them is looked at for each selection. */
const UNWRITTEN = 620;
const HOUR_MS = 3_600_000;

/** One part of a selection of each kind, from a document that may be of it. */
const ASKING: readonly ((one: ListedDocument) => Partial<Selection>)[] = [
  () => ({}),
  ({ postedMs }) => ({ sinceMs: postedMs }),
  ({ postedMs }) => ({ untilMs: postedMs }),
  ({ postedMs }) => ({ sinceMs: postedMs - 400_000, untilMs: postedMs + 400_000 }),
  ({ tipoDte }) => ({ types: [tipoDte] }),
  () => ({ types: ['11', '14'] }),
  () => ({ types: ['05'] }),
  () => ({ states: ['rejected'] }),
  () => ({ states: ['contingency', 'rejected'] }),
  ({ establishment }) => ({ establishment }),
  ({ establishment, pointOfSale }) => ({ establishment, pointOfSale }),
  ({ customer }) => ({ customer: (customer ?? 'Consumidor Final').slice(1, 9) }),
  ({ customer }) => ({ customer: (customer ?? 'CONSUMIDOR').slice(-6).toUpperCase() }),
  () => ({ customer: 'quijano 4' }),
  () => ({ customer: 'nadie así' }),
  ({ nit }) => (nit === null ? {} : { nit }),
  ({ nrc }) => (nrc === null ? {} : { nrc }),
  ({ dui, nit }) => (dui === null ? (nit?.length === 9 ? { dui: nit } : {}) : { dui }),
  ({ cents }) => ({ leastCents: BigInt(cents), mostCents: BigInt(cents) }),
  ({ cents }) => ({ leastCents: BigInt(cents) }),
  ({ cents }) => ({ mostCents: BigInt(cents) }),
  () => ({ leastCents: 400_000n, mostCents: 4_000_000n }),
  ({ controlNumber }) => ({ controlNumber }),
  ({ controlNumber }) => ({ controlNumber: controlNumber.slice(-4) }),
  ({ controlNumber }) => ({ controlNumber: controlNumber.slice(7, 20) }),
  ({ generationCode }) => ({ generationCode }),
  ({ receptionStamp }) => ({ receptionStamp }),
  ({ externalRef }) => ({ externalRef }),
  () => ({ externalRef: 'venta' }),
  () => ({ contingency: true }),
  () => ({ contingency: false, states: ['stamped'] }),
  () => ({ invalidated: true }),
  () => ({ adjusted: false }),
  ({ tipoDte, establishment, customer }) => ({
    types: [tipoDte],
    establishment,
    customer: (customer ?? 'final').slice(0, 5),
  }),
];

const query = (selection: Partial<Selection>, changes: Partial<PageQuery> = {}): PageQuery => ({
  selection: { ...EVERYTHING, ...selection },
  after: null,
  newestFirst: true,
  limit: 200,
  withStanding: false,
  withDelivery: false,
  ...changes,
});

/** The identifiers of all pages, one after the other. */
async function listed(
  lister: DocumentLister,
  companyId: string,
  first: PageQuery,
): Promise<readonly string[]> {
  const found: string[] = [];
  let after: ListKey | null = first.after;
  do {
    const page = await lister.page(companyId, { ...first, after });
    found.push(...page.views.map(({ record }) => record.documentId));
    after = page.next;
  } while (after !== null);
  return found;
}

describeOnDatabases('the list of documents', (name) => {
  let [companyId, newCompanyId] = ['', ''];
  let documents: readonly ListedDocument[] = [];
  const fill = () => createSearch(bench.pool).extend(companyId);
  const bench = sharedBench(name);
  const lister = shared(() => createDocumentLister(bench.pool, false));
  beforeAll(async () => {
    companyId = await bench.addCompany();
    const beganMs = Math.floor(Date.now() / 1_000) * 1_000 - 24 * HOUR_MS;
    documents = inOrder(upTo(COUNT).map((number) => listedDocument(number, beganMs)));
    await insertDocuments(bench, companyId, documents);
    newCompanyId = await bench.addCompany();
    await insertDocuments(bench, newCompanyId, documents.slice(0, UNWRITTEN));
  }, 120_000);

  /** Each selection is read in one order, and in the other one in the next run; what this comes to is read each time. */
  async function expectRight(
    ofCompany: string,
    all: readonly ListedDocument[],
    isNewestFirst: (turn: number) => boolean,
  ): Promise<void> {
    for (const [turn, asking] of ASKING.entries()) {
      const selection = { ...EVERYTHING, ...asking(present(all[(turn * 2_657) % all.length])) };
      const expected = all.filter((one) => isSelected(one, selection)).map(({ documentId }) => documentId);
      const newestFirst = isNewestFirst(turn);
      const found = await listed(
        lister,
        ofCompany,
        query(selection, newestFirst ? {} : { newestFirst, limit: 150 }),
      );
      expect([turn, found]).toEqual([turn, newestFirst ? expected.toReversed() : expected]);
      const totals = await lister.totals(ofCompany, selection);
      expect([turn, totals.reduce((sum, { documents: count }) => sum + count, 0)]).toEqual([
        turn,
        expected.length,
      ]);
      const cents = all.filter((one) => isSelected(one, selection)).reduce((sum, one) => sum + one.cents, 0);
      expect(totals.reduce((sum, { total }) => sum + total, 0n)).toBe(BigInt(cents));
    }
  }

  describe('holds every document of a selection once, in order, whatever of them is in the search', () => {
    it('nothing', () => expectRight(newCompanyId, documents.slice(0, UNWRITTEN), isInThisHalf), 120_000);

    it('some', async () => {
      expect(await fill()).toBe(false);
      // A transaction that is open in another test's database of the cluster holds the search back, too.
      await expect.poll(fill, { timeout: 60_000 }).toBe(true);
      for (let turn = 1; turn < 4; turn += 1) expect(await fill()).toBe(true);
      const [row] = await bench.asSuperuser`SELECT max(position)::int AS last FROM document_search
        WHERE company_id = ${companyId}`;
      expect(row).toEqual({ last: 4_000 });
      await expectRight(companyId, documents, isInThisHalf);
    }, 120_000);

    it('all, and a full block', async () => {
      expect(await createSearch(bench.pool).due(10, undefined)).toContain(companyId);
      while (await fill());
      expect(await createSearch(bench.pool).due(10, undefined)).not.toContain(companyId);
      await expectRight(companyId, documents, (turn) => !isInThisHalf(turn));
    }, 120_000);
  });
});
