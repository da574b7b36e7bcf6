import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { NEW_COMPANY } from '../../../test/support/day-sums.ts';
import {
  insertDocuments,
  type ListedDocument,
  listedDocument,
} from '../../../test/support/listed-documents.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { until } from '../../../test/support/until.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import type { TodayReader } from '../../operations/today/ports.ts';
import { createSearch } from '../listings/search-filler.ts';
import { createTodayReader } from './today-reader.ts';

const HOUR_MS = 3_600_000;
const SPAN = { ambiente: '00', firstDay: '2000-01-01', lastDay: '2100-01-01' } as const;

describeOnDatabases('the sums of days', (name) => {
  let reader: TodayReader;
  let companyId = '';
  const bench = sharedBench(name);
  beforeAll(() => {
    reader = createTodayReader(bench.pool);
  });
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const fill = () => {
    const search = createSearch(bench.pool);
    // Documents are taken up once all transactions have ended that began before them, those of other tests too.
    return until(async () => {
      await search.extend(companyId);
      return !(await search.due(1_000, undefined)).includes(companyId);
    }, 'no documents that wait');
  };
  const shown = async () =>
    (await reader.sums(companyId, SPAN)).sums.map(
      ({ day, tipoDte, state, documents, total, isInvalidated }) => [
        day,
        tipoDte,
        state,
        isInvalidated,
        documents,
        total,
      ],
    );

  /** As the reader answers it. */
  function summed(documents: readonly ListedDocument[], invalidated: ReadonlySet<string> = new Set()) {
    const groups = Map.groupBy(documents, ({ postedMs, tipoDte, state, documentId }) =>
      [fiscalTime(postedMs).fecEmi, tipoDte, state, invalidated.has(documentId)].join(' '),
    );
    return [...groups].toSorted().map(([key, group]) => {
      const [day, tipoDte, state, isInvalidated] = key.split(' ');
      const total = group.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
      return [day, tipoDte, state, isInvalidated === 'true', group.length, total];
    });
  }

  it('are exact before, while and after the search takes the documents up', async () => {
    // Over several midnights of El Salvador, which is six hours behind the database.
    const began = Date.now() - 60 * HOUR_MS;
    const documents = upTo(2_500).map((number) => {
      const one = listedDocument(number, began);
      return { ...one, postedMs: began + number * 60_000 };
    });
    await insertDocuments(bench, companyId, documents);
    const expected = summed(documents);
    expect(new Set(expected.map(([day]) => day)).size).toBeGreaterThan(1);
    expect(await shown()).toEqual(expected);
    await createSearch(bench.pool).extend(companyId);
    await createSearch(bench.pool).extend(companyId);
    expect(await shown()).toEqual(expected);
    await fill();
    expect(await shown()).toEqual(expected);
    expect((await reader.sums(companyId, SPAN)).gap).toBeNull();
    const late = { ...listedDocument(9_999, began), postedMs: began + 100 };
    await insertDocuments(bench, companyId, [late]);
    expect(await shown()).toEqual(summed([...documents, late]));
    await fill();
    expect(await shown()).toEqual(summed([...documents, late]));
  }, 60_000);

  it.each([true, false])('follow what becomes of a document later (in the search: %s)', async (isFilled) => {
    const began = Date.now() - 48 * HOUR_MS;
    const [open, sale, ...others] = upTo(20).map((number) => ({
      ...listedDocument(number, began),
      tipoDte: '01' as const,
      state: 'contingency' as const,
      receptionStamp: null,
      postedMs: began + number,
    }));
    if (open === undefined || sale === undefined) throw new Error('no document');
    await insertDocuments(bench, companyId, [open, sale, ...others]);
    if (isFilled) await fill();
    await bench.asSuperuser(
      `UPDATE documents SET state = 'stamped', reception_stamp = $2, stamped_attempt = 1 WHERE document_id = $1`,
      [open.documentId, `2026${'A'.repeat(36)}`],
    );
    await bench.asSuperuser`INSERT INTO invalidations (company_id, document_id, environment, generation, state,
        generation_code, requested_at, draft)
      VALUES (${companyId}, ${sale.documentId}, '00', 'v2', 'open', upper(gen_random_uuid()::text), now(), '{}')`;
    const expected = summed([{ ...open, state: 'stamped' }, sale, ...others], new Set([sale.documentId]));
    expect(await shown()).toEqual(expected);
    // The next document gathers the changes.
    const later = { ...listedDocument(30, began), postedMs: began + 1_000 };
    await insertDocuments(bench, companyId, [later]);
    await fill();
    const all = [{ ...open, state: 'stamped' as const }, sale, ...others, later];
    expect(await shown()).toEqual(summed(all, new Set([sale.documentId])));
    const loose = await bench.asSuperuser`SELECT 1 FROM day_sums
      WHERE company_id = ${companyId} AND part > 0`;
    expect(loose).toEqual([]);
  });

  it.each([true, false])(
    'tell what a note cancels from what an event does (in the search: %s)',
    async (isFilled) => {
      const began = Date.now() - 48 * HOUR_MS;
      const ccfs = upTo(2).map((number) => ({
        ...listedDocument(number, began),
        tipoDte: '03' as const,
        state: 'contingency' as const,
        receptionStamp: null,
        postedMs: began + number,
      }));
      const [ccf, other] = ccfs;
      if (ccf === undefined || other === undefined) throw new Error('no document');
      await insertDocuments(bench, companyId, ccfs);
      if (isFilled) await fill();
      const cents = (...documents: readonly ListedDocument[]) =>
        documents.reduce((sum, one) => sum + BigInt(one.cents), 0n);
      const told = async () =>
        (await reader.sums(companyId, SPAN)).sums.map(
          ({ tipoDte, isInvalidated, isByNote, documents, total }) =>
            [tipoDte, isInvalidated, isByNote, documents, total] as const,
        );
      const untouched = ['03', false, false, 2, cents(ccf, other)];
      expect(await told()).toEqual([untouched]);
      await bench.asSuperuser(
        `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
           establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
           next_attempt_at, adjusts, adjust_mode, adjusted_gross, adjusted_net)
         SELECT company_id, gen_random_uuid(), 'nota', '05', environment, 'DTE-05-M001P001-000000000000001', 2026, 'M001', 'P001',
           posted_at, 'claimed', 'v2', upper(gen_random_uuid()::text), '{}', summary, 'h', NULL, document_id, 'full', 1, 1
         FROM documents WHERE document_id = $1`,
        [ccf.documentId],
      );
      const adjusted = [
        ['03', false, false, 1, cents(other)],
        ['03', true, true, 1, cents(ccf)],
        ['05', false, false, 1, cents(ccf)],
      ];
      expect(await told()).toEqual(adjusted);
      await fill();
      expect(await told()).toEqual(adjusted);
      await bench.asSuperuser`UPDATE documents SET state = 'rejected'
        WHERE external_ref = 'nota' AND company_id = ${companyId}`;
      expect((await told()).slice(0, 1)).toEqual([untouched]);
    },
  );

  it('take the two ends of the span in, and no day beside them', async () => {
    const midnight = Date.UTC(2026, 10, 20, 6);
    const at = (number: number, postedMs: number) => ({ ...listedDocument(number, 0), postedMs });
    await insertDocuments(bench, companyId, [
      at(1, midnight - 1),
      at(2, midnight),
      at(3, midnight + 24 * HOUR_MS - 1),
      at(4, midnight + 24 * HOUR_MS),
    ]);
    const day = { ambiente: '00', firstDay: '2026-11-20', lastDay: '2026-11-20' } as const;
    const count = async () =>
      (await reader.sums(companyId, day)).sums.reduce((sum, { documents }) => sum + documents, 0);
    expect(await count()).toBe(2);
    await fill();
    expect(await count()).toBe(2);
    expect((await reader.sums(companyId, { ...day, ambiente: '01' })).sums).toEqual([]);
  });

  it('say what is missing where the search is far behind', async () => {
    const began = Date.now() - 48 * HOUR_MS;
    await bench.asSuperuser(
      `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
         establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash)
       SELECT $1, gen_random_uuid(), 'r' || n, '01', '00', 'DTE-01-M001P001-' || lpad(n::text, 15, '0'), 2026, 'M001', 'P001',
         to_timestamp($2 / 1000.0 + n), 'rejected', 'v2', upper(gen_random_uuid()::text), '{}', '{"amountTotal": "1.00"}', 'h'
       FROM generate_series(1, 20010) AS n`,
      [companyId, began],
    );
    const { sums, gap } = await reader.sums(companyId, SPAN);
    expect(sums.reduce((count, { documents }) => count + documents, 0)).toBe(10_000);
    expect(gap?.untilMs).toBeCloseTo(began + 10_011_000, 0);
  }, 60_000);
});

describeOnDatabases('how a company stands', (name) => {
  const bench = sharedBench(name);

  it('tells the last stamp, what waits and since when, and the setup', async () => {
    const companyId = await bench.addCompany();
    const reader = createTodayReader(bench.pool);
    expect(await reader.standing(companyId, '00')).toEqual(NEW_COMPANY);
    const began = Date.now() - HOUR_MS;
    const [stamped, ...open] = upTo(4).map((number) => listedDocument(number, began));
    if (stamped === undefined) throw new Error('no document');
    await insertDocuments(
      bench,
      companyId,
      [stamped, ...open].map((one) => ({ ...one, state: 'contingency' as const, receptionStamp: null })),
    );
    await bench.asSuperuser(
      `UPDATE documents SET state = 'stamped', reception_stamp = $2, stamped_attempt = 1, settled_at = to_timestamp(5)
       WHERE document_id = $1`,
      [stamped.documentId, `2026${'A'.repeat(36)}`],
    );
    await bench.asSuperuser`UPDATE documents
      SET next_attempt_at = now(), contingency_since = to_timestamp(${began}::float8 / 1000) - interval '1 second'
      WHERE company_id = ${companyId} AND state = 'contingency'`;
    await bench.asSuperuser`INSERT INTO authority_credentials (company_id, environment, username,
      sealed_password) VALUES (${companyId}, '00', 'u', 's')`;
    await bench.asSuperuser`INSERT INTO certificates (company_id, certificate_id, environment, nit, not_before,
        not_after, public_key,
      sealed_private_key) VALUES (${companyId}, gen_random_uuid(), '00', '1', to_timestamp(1), to_timestamp(2), '', 's')`;
    await bench.asSuperuser(
      `INSERT INTO contingency_events (company_id, event_id, environment, generation_code, contingency_type,
         starts_at, ends_at, report_until, next_attempt_at)
       VALUES ($1, gen_random_uuid(), '00', upper(gen_random_uuid()::text), 1, to_timestamp(1), to_timestamp(2),
         to_timestamp(3), now())`,
      [companyId],
    );
    expect(await reader.standing(companyId, '00')).toEqual({
      lastStampMs: 5_000,
      waiting: { documents: 3, isAtLeast: false, sinceMs: began - 1_000 },
      clocks: [{ clock: 'report', startMs: 2_000, untilMs: 3_000, documents: 0 }],
      certificate: { notBeforeMs: 1_000, notAfterMs: 2_000 },
      hasCredentials: true,
    });
  });
});
