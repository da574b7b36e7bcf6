import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { insertDocuments, listedDocument } from '../../../test/support/listed-documents.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { AttentionKey, TroubleKind } from '../../operations/attention/ports.ts';
import { createAttentionReader } from './attention-reader.ts';

describeOnDatabases('what needs somebody', (name) => {
  let companyId = '';
  const bench = sharedBench(name);
  const began = Date.now() - 3_600_000;
  const documents = upTo(6).map((number) => listedDocument(number, began));
  const idAt = (place: number) => documents[place]?.documentId ?? '';
  beforeEach(async () => {
    companyId = await bench.addCompany();
    await bench.asSuperuser('DELETE FROM deliveries');
    await bench.asSuperuser('DELETE FROM invalidations');
    await bench.asSuperuser('DELETE FROM documents');
    await insertDocuments(bench, companyId, documents);
  });

  const troubles = (kind: TroubleKind, after: AttentionKey | null = null, limit = 50) =>
    createAttentionReader(bench.pool).troubles(companyId, kind, {
      ambiente: '00',
      sinceMs: Date.now() - 86_400_000,
      after,
      limit,
    });

  const counts = (of = companyId, limit = 50) =>
    createAttentionReader(bench.pool).counts(of, {
      ambiente: '00',
      sinceMs: Date.now() - 86_400_000,
      limit,
    });

  it('is a message that failed, each once, page by page', async () => {
    // All of one statement may have one instant.
    const queued = (place: number, state: string, age = '0') =>
      bench.asSuperuser`INSERT INTO deliveries (company_id, document_id, kind, address, environment, state,
          message_id, queued_at, next_attempt_at, sent_at, last_error)
        SELECT ${companyId}, ${idAt(place)}, 'stamped', a, '00', ${state}, 'm',
          date_trunc('hour', now()) - ${age}::interval,
          CASE WHEN ${state} = 'queued' THEN now() END, CASE WHEN ${state} = 'sent' THEN now() END, 'La dirección no existe.'
        FROM unnest(ARRAY['a@example.com', 'b@example.com']) AS a`;
    await queued(0, 'failed');
    await queued(1, 'failed');
    await queued(2, 'sent');
    await queued(3, 'queued');
    await queued(4, 'failed', '2 days');
    const all = await troubles('mail');
    expect(all.map(({ documentId, mail }) => `${documentId} ${mail?.address}`).toSorted()).toEqual(
      [0, 1].flatMap((place) => [`${idAt(place)} a@example.com`, `${idAt(place)} b@example.com`]).toSorted(),
    );
    expect(all[0]?.mail).toMatchObject({ kind: 'stamped', error: 'La dirección no existe.' });
    const paged = [];
    let after: AttentionKey | null = null;
    for (;;) {
      const [next] = await troubles('mail', after, 1);
      if (next === undefined) break;
      paged.push(next);
      after = next.key;
    }
    expect(paged).toEqual(all);
    expect([await counts(), await counts(companyId, 3)]).toMatchObject([{ mail: 4 }, { mail: 3 }]);
  });

  it('is what was put aside, whenever that was, and rejected invalidations', async () => {
    await bench.asSuperuser`UPDATE documents SET put_aside_at = now() - interval '2 years'
      WHERE document_id = ${idAt(0)}`;
    const invalidate = (place: number, state: string, aside: string | null) =>
      bench.asSuperuser(
        `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code, requested_at,
           draft, put_aside_at, settled_at)
         VALUES ($1, $2, '00', 'v2', $3, upper(gen_random_uuid()::text), now(), '{}', $4, now())`,
        [companyId, idAt(place), state, aside],
      );
    await invalidate(1, 'open', '2026-01-01');
    await invalidate(2, 'rejected', null);
    await invalidate(3, 'open', null);
    const aside = await troubles('put_aside');
    expect(
      aside.map(({ documentId, isOfInvalidation, mail }) => [documentId, isOfInvalidation, mail]),
    ).toEqual([
      [idAt(1), true, null],
      [idAt(0), false, null],
    ]);
    expect((await troubles('invalidation_rejected')).map(({ documentId }) => documentId)).toEqual([idAt(2)]);
    expect(await counts()).toEqual({ mail: 0, put_aside: 2, invalidation_rejected: 1 });
    const other = await bench.addCompany();
    expect(await counts(other)).toEqual({ mail: 0, put_aside: 0, invalidation_rejected: 0 });
    const query = { ambiente: '00', sinceMs: 0, after: null, limit: 9 } as const;
    expect(await createAttentionReader(bench.pool).troubles(other, 'put_aside', query)).toEqual([]);
  });
});
