import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { insertDocuments, listedDocument } from '../../../test/support/listed-documents.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { createAttentionReader } from '../../storage/attention/attention-reader.ts';
import { createDocumentStore } from '../../storage/documents/document-store.ts';
import { createDocumentReader } from '../../storage/documents/document-view.ts';
import { createEventReader } from '../../storage/invalidations/event-reader.ts';
import { createInvalidationStore } from '../../storage/invalidations/invalidation-store.ts';
import { createDocumentLister } from '../../storage/listings/document-list.ts';
import { type AttentionKind, type AttentionListParts, listAttention } from './attention.ts';
import type { AttentionKey } from './ports.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnDatabases('the lists of what needs somebody', (name) => {
  let parts: AttentionListParts;
  let companyId = '';
  const began = Date.now() - 3_600_000;
  const documents = upTo(9).map((number) => ({
    ...listedDocument(number, began),
    tipoDte: '01' as const,
    state: number % 3 === 0 ? ('rejected' as const) : ('contingency' as const),
    receptionStamp: null,
  }));
  const bench = sharedBench(name);
  beforeAll(async () => {
    const { pool } = bench;
    parts = {
      store: createDocumentStore(pool, CLOCK),
      invalidations: createInvalidationStore(pool),
      events: createEventReader(pool),
      payloadOf: () => null,
      attention: createAttentionReader(pool),
      lister: createDocumentLister(pool, false),
      documents: createDocumentReader(pool, false),
      clock: CLOCK,
    };
    companyId = await bench.addCompany();
    await insertDocuments(bench, companyId, documents);
    await bench.asSuperuser(`UPDATE documents SET message_code = '020', message = 'CAMPO NO CUMPLE', observations = '["x"]'
      WHERE state = 'rejected'`);
    await bench.asSuperuser(
      `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code, requested_at,
         draft, settled_at, message_code, message)
       SELECT $1, document_id, '00', 'v2', 'rejected', upper(gen_random_uuid()::text), now(), '{}', now(), '020', 'NO'
       FROM documents`,
      [companyId],
    );
  });

  async function listed(kind: AttentionKind, limit: number) {
    const found = [];
    let after: AttentionKey | null = null;
    do {
      const page = await listAttention(parts, { companyId, ambiente: '00' }, { kind, after, limit });
      found.push(...page.items);
      after = page.next;
    } while (after !== null);
    return found;
  }

  it.each(['rejected', 'contingency'] as const)('hold every document that is %s once', async (kind) => {
    const wanted = documents.filter(({ state }) => state === kind).map(({ documentId }) => documentId);
    const items = await listed(kind, 2);
    expect(items.map(({ view }) => String(view.record.documentId)).toSorted()).toEqual(wanted.toSorted());
    expect(new Set(items.map(({ explanations }) => explanations.length))).toEqual(
      new Set([kind === 'rejected' ? 1 : 0]),
    );
  });

  it('hold every rejected invalidation once, page by page', async () => {
    const items = await listed('invalidation_rejected', 2);
    expect(new Set(items.map(({ view }) => view.record.documentId)).size).toBe(9);
    expect(items.every(({ trouble }) => trouble?.isOfInvalidation)).toBe(true);
  });

  it('hold nothing of another kind', async () => {
    expect(await listed('mail', 2)).toEqual([]);
    expect(await listed('put_aside', 2)).toEqual([]);
  });
});
