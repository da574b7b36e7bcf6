import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { EVERYTHING, insertDocuments, listedDocument } from '../../../test/support/listed-documents.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { until } from '../../../test/support/until.ts';
import type { Selection } from '../../operations/listings/ports.ts';
import { createDocumentLister } from './document-list.ts';
import { createSearch } from './search-filler.ts';

const DAY_MS = 86_400_000;
const BLOCK = 4_096;

describeOnDatabases('what is in the search', (name) => {
  let companyId = '';
  const began = Date.now() - DAY_MS;
  const plain = (number: number) =>
    ({
      ...listedDocument(number, began),
      tipoDte: '01',
      state: 'stamped',
      receptionStamp: `2026${String(number).padStart(32, '0')}ABCD`,
      wasSilent: false,
      customer: null,
      nit: null,
      nrc: null,
      dui: null,
    }) as const;
  const search = () => createSearch(bench.pool);
  /** Transactions of other tests in the cluster, which may precede a document, have to end first. */
  async function takeUp(documents: number): Promise<void> {
    await until(async () => {
      while (await search().extend(companyId));
      return (await rows('document_search')) >= documents;
    }, `${documents} documents in the search`);
  }
  async function found(selection: Partial<Selection>) {
    const wanted = { ...EVERYTHING, ...selection };
    const query = { after: null, newestFirst: true, limit: 200, withStanding: false, withDelivery: false };
    const page = await lister.page(companyId, { ...query, selection: wanted });
    return page.views.map(({ record }) => record.externalRef);
  }
  const rows = async (table: string) =>
    Number(
      (await bench.asSuperuser(`SELECT count(*) AS n FROM ${table} WHERE company_id = $1`, [companyId]))[0]?.[
        'n'
      ],
    );
  const bench = sharedBench(name);
  const lister = shared(() => createDocumentLister(bench.pool, false));
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  it('follows what becomes of a document later, in full blocks too', async () => {
    const documents = upTo(BLOCK + 10).map(plain);
    const [first] = documents;
    if (first === undefined) throw new Error('no document');
    await insertDocuments(bench, companyId, [
      { ...first, state: 'rejected', receptionStamp: null },
      ...documents.slice(1),
    ]);
    await takeUp(BLOCK + 10);
    expect(await rows('document_search')).toBe(BLOCK + 10);
    expect(await found({ states: ['rejected'] })).toEqual([first.externalRef]);
    const summary = { customerName: 'Nombre Corregido', amountTotal: '1234567.89' };
    await bench.asSuperuser`UPDATE documents SET state = 'stamped', reception_stamp = ${first.receptionStamp},
        stamped_attempt = 1, summary = ${JSON.stringify(summary)},
        draft = '{"receptor":{"nit":"0614-010100-101-2","nrc":"7654-3"}}', payload_hash = 'other'
      WHERE document_id = ${first.documentId}`;
    const asked: readonly Partial<Selection>[] = [
      { customer: 'bre corre' },
      { nit: '06140101001012' },
      { nrc: '76543' },
      { leastCents: 123_456_789n, mostCents: 123_456_789n },
      { receptionStamp: first.receptionStamp },
    ];
    for (const selection of asked) expect(await found(selection)).toEqual([first.externalRef]);
    expect(await found({ states: ['rejected'] })).toEqual([]);
  });

  it('follows an invalidation, and the notes on a CCF', async () => {
    const ccf = { ...plain(1), tipoDte: '03' } as const;
    const [sale, note] = [plain(2), plain(3)];
    await insertDocuments(bench, companyId, [ccf, sale]);
    await takeUp(2);
    const state = async () => [await found({ invalidated: true }), await found({ adjusted: true })];
    expect(await state()).toEqual([[], []]);
    await bench.asSuperuser`INSERT INTO invalidations (company_id, document_id, environment, generation, state,
        generation_code, requested_at, draft)
      VALUES (${companyId}, ${sale.documentId}, '00', 'v2', 'open', upper(gen_random_uuid()::text), now(), '{}')`;
    expect(await state()).toEqual([[sale.externalRef], []]);
    await bench.asSuperuser(`UPDATE invalidations SET state = 'rejected' WHERE company_id = $1`, [companyId]);
    expect(await state()).toEqual([[], []]);
    await bench.asSuperuser(
      `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
         establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
         next_attempt_at, adjusts, adjust_mode, adjusted_gross, adjusted_net)
       VALUES ($1, $2, 'nota', '05', '00', 'DTE-05-M001P001-000000000000001', 2026, 'M001', 'P001', now(), 'claimed', 'v2',
         $3, '{}', '{}', 'h', NULL, $4, 'full', 1, 1)`,
      [companyId, note.documentId, note.generationCode, ccf.documentId],
    );
    expect(await state()).toEqual([[ccf.externalRef], [ccf.externalRef]]);
    await bench.asSuperuser`UPDATE documents SET state = 'rejected'
      WHERE external_ref = 'nota' AND company_id = ${companyId}`;
    expect(await state()).toEqual([[], []]);
  });

  it('goes back to before a document that comes late', async () => {
    await insertDocuments(bench, companyId, upTo(BLOCK + 20).map(plain));
    await takeUp(BLOCK + 20);
    expect(await rows('document_postings')).toBeGreaterThan(0);
    const late = { ...plain(9_999), postedMs: began + 100_500, externalRef: 'tarde', customer: 'Tardío' };
    await insertDocuments(bench, companyId, [late]);
    expect(await rows('document_search')).toBeLessThan(400);
    expect(await rows('document_postings')).toBe(0);
    expect(await found({ customer: 'tardio' })).toEqual([]);
    await takeUp(BLOCK + 21);
    expect(await rows('document_search')).toBe(BLOCK + 21);
    expect(await found({ customer: 'tardio' })).toEqual(['tarde']);
  });

  it('takes up nothing that a transaction may still precede', async () => {
    await insertDocuments(bench, companyId, upTo(3).map(plain));
    const other = await bench.anotherPool(1).connect();
    try {
      await other.query('BEGIN; SELECT pg_current_xact_id()');
      for (let turn = 0; turn < 4; turn += 1) await search().extend(companyId);
      expect(await rows('document_search')).toBe(0);
    } finally {
      await other.query('COMMIT');
      other.release();
    }
    await takeUp(3);
    expect(await rows('document_search')).toBe(3);
  });

  it('leaves what was issued just now to the documents themselves', async () => {
    await insertDocuments(bench, companyId, [{ ...plain(1), postedMs: Date.now(), customer: 'Recién' }]);
    await search().extend(companyId);
    await search().extend(companyId);
    expect(await rows('document_search')).toBe(0);
    expect(await found({ customer: 'recien' })).toHaveLength(1);
  });
});
