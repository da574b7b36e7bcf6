import { beforeEach, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { ClaimRequest } from '../../operations/documents/ports.ts';
import { createDocumentStore } from './document-store.ts';
import { createNumbersReader } from './numbers-reader.ts';

describeOnDatabases('the control numbers that no document has', (name) => {
  let companyId = '';
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const bench = sharedBench(name);
  const store = shared(() => createDocumentStore(bench.pool, clock));
  const reader = shared(() => createNumbersReader(bench.operator));
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const hold = async (ref: string, seriesMode: ClaimRequest['seriesMode'] = 'centralized') =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf(ref), seriesMode })));
  /** A document whose number another system has. */
  async function renumbered(ref: string) {
    const { lease, record, wantedHash } = await hold(ref);
    const { codigoGeneracion } = record;
    const bytes = { number: 1, codigoGeneracion, payloadHash: wantedHash, jws: 'a.b.c', contingencia: null };
    await store.recordAttempt(lease, bytes, 60_000);
    const doubt = {
      about: 'number',
      attempt: 1,
      codes: [],
      rejection: REJECTION,
      raw: REJECTED_RAW,
    } as const;
    await store.settle(lease, { kind: 'doubted', doubt, retryMs: 0 });
    return {
      before: record,
      after: present(await store.renumber((await hold(ref)).lease, record.numeroControl)).record,
    };
  }
  const everything = async () => [await reader.givenUp(companyId), await reader.gaps(companyId)];
  const yearOf = async () =>
    (
      await bench.asSuperuser('SELECT DISTINCT fiscal_year FROM series WHERE company_id = $1', [companyId])
    )[0]?.['fiscal_year'];

  it('are none where each has its document', async () => {
    for (const place of upTo(3)) await hold(`ref ${place}`);
    expect(await everything()).toEqual([[], []]);
  });

  it('are those that another system has, which leave no gap', async () => {
    await hold('first');
    const { before, after } = await renumbered('second');
    await hold('third');
    const [givenUp, gaps] = await everything();
    expect(gaps).toEqual([]);
    expect(givenUp).toEqual([
      {
        ambiente: '00',
        numeroControl: before.numeroControl,
        replacedBy: after.numeroControl,
        documentId: before.documentId,
        because: 'taken',
        atMs: expect.any(Number),
        login: new URL(bench.url).username,
        clientAddress: '127.0.0.1',
      },
    ]);
  });

  it('are not those that their document has got back', async () => {
    const { before, after } = await renumbered('first');
    await bench.asSuperuser`UPDATE documents SET state = 'stamped', reception_stamp = repeat('A', 40),
      stamped_attempt = 1 WHERE company_id = ${companyId}`;
    expect(await everything()).toMatchObject([
      [{ numeroControl: after.numeroControl, replacedBy: before.numeroControl, because: 'unused' }],
      [],
    ]);
  });

  it('are those that a reconciliation passed, and those of which nobody knows why', async () => {
    await hold('first');
    const moveBy = (skipped: number) =>
      bench.asSuperuser`WITH moved AS (UPDATE series SET last_number = last_number + ${skipped}
          WHERE company_id = ${companyId} RETURNING *)
        INSERT INTO audit_events (company_id, kind, detail)
        SELECT company_id, 'series_moved', jsonb_build_object('environment', environment, 'fiscal_year', fiscal_year,
          'scope', scope, 'last_number', last_number, 'skipped', ${skipped}::integer) FROM moved`;
    await moveBy(10);
    await hold('second');
    await bench.asSuperuser`UPDATE series SET last_number = last_number + 3 WHERE company_id = ${companyId}`;
    await hold('third');
    const frame = { ambiente: '00', fiscalYear: await yearOf(), scope: '' };
    expect(await reader.gaps(companyId)).toEqual([
      { ...frame, first: 2n, last: 11n, skipped: true },
      { ...frame, first: 13n, last: 15n, skipped: false },
    ]);
  });

  it('are told for each point that has a series of its own, and not where series share their numbers', async () => {
    await hold('first', 'point_of_sale');
    await bench.asSuperuser`UPDATE series SET last_number = last_number + 1 WHERE company_id = ${companyId}`;
    await hold('second', 'point_of_sale');
    expect(await reader.gaps(companyId)).toMatchObject([{ scope: 'M001P001-01', first: 2n, last: 2n }]);
    await hold('third', 'centralized');
    expect(await reader.gaps(companyId)).toEqual([]);
  });
});
