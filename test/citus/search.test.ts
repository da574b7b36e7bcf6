import { describe, expect, it } from 'vitest';
import { createDocumentLister } from '../../src/storage/listings/document-list.ts';
import { createSearch } from '../../src/storage/listings/search-filler.ts';
import { citus } from '../support/database.ts';
import { EVERYTHING, insertDocuments, listedDocument } from '../support/listed-documents.ts';
import { sharedBench, upTo } from '../support/storage-bench.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const DOCUMENTS = 40;

describe.skipIf(!citus.available)('the search of a company on Citus', () => {
  const bench = sharedBench('Citus');

  it('is filled by the background, and finds what it holds', async () => {
    const companyId = await bench.addCompany();
    const documents = upTo(DOCUMENTS).map((number) => listedDocument(number, Date.now() - DAY_MS));
    await insertDocuments(bench, companyId, documents);
    await bench.asSuperuser(
      `UPDATE documents SET draft = $2 WHERE company_id = $1 AND state NOT IN ('stamped', 'rejected')`,
      [companyId, '{"receptor":{"nombre":"Ana Ejemplo","nit":"06140101001012"}}'],
    );
    const search = createSearch(bench.pool);
    const taken = async () => {
      const [row] = await bench.asSuperuser(
        'SELECT count(*)::integer AS n FROM document_search WHERE company_id = $1',
        [companyId],
      );
      return row?.['n'];
    };
    await until(async () => {
      while (await search.extend(companyId));
      return (await taken()) === DOCUMENTS;
    }, `${DOCUMENTS} documents in the search`);
    const [named] = documents.filter(({ customer }) => customer !== null);
    const query = { after: null, newestFirst: true, limit: 200, withStanding: false, withDelivery: false };
    const selection = { ...EVERYTHING, customer: named?.customer ?? '' };
    const page = await createDocumentLister(bench.pool, false).page(companyId, { ...query, selection });
    expect(page.views.map(({ record }) => record.externalRef)).toContain(named?.externalRef);
    const sums = await bench.asSuperuser(
      'SELECT sum(documents)::integer AS documents FROM day_sums WHERE company_id = $1',
      [companyId],
    );
    expect(sums).toEqual([{ documents: DOCUMENTS }]);
    const remembered = await bench.asSuperuser(
      `SELECT FROM remembered r JOIN remembered_words w USING (company_id, kind, doc_type, item) WHERE company_id = $1`,
      [companyId],
    );
    expect(remembered).not.toEqual([]);
  }, 60_000);
});
