import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { insertDocuments, listedDocument } from '../../../test/support/listed-documents.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { periodOf } from '../../core/declaring/period.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import { inCompany } from '../connection/transaction.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createReconciliationReader } from './reconciliation-reader.ts';
import { createReconciliationStore } from './reconciliation-store.ts';

const CLOCK = { now: Date.now, monotonic: () => performance.now() };

describeOnDatabases('reconciliations of months', (name) => {
  const bench = sharedBench(name);

  async function monthWith(documents: number) {
    const companyId = await bench.addCompany();
    const claims = createDocumentStore(bench.pool, CLOCK);
    for (let one = 0; one < documents; one += 1) heldOf(await claims.claim(claimRequest(companyId)));
    const month: CompanyMonth = {
      companyId,
      ambiente: '00',
      period: periodOf(fiscalTime(Date.now()).fecEmi),
    };
    return { month, store: createReconciliationStore(bench.pool) };
  }

  it('go on where they were left, for one at a time', async () => {
    const { month, store } = await monthWith(3);
    const begun = await store.open(month, { by: 'Ana', anew: false });
    expect(begun).toMatchObject({ by: 'Ana', documents: 0, total: 3, place: null, endedMs: null });
    const first = present(await store.next(month, null));
    const second = present(await store.next(month, first.place));
    expect(first).toMatchObject({
      tipoDte: '01',
      state: 'contingency',
      selloRecibido: null,
      earlierCodes: [],
    });
    expect(await store.copy(month, first.place.documentId)).toEqual(first);
    expect(await store.copy(month, idOf('nadie'))).toBe(null);
    const advance = { to: second.place, documents: 2, findings: [] };
    expect(await store.advance(month, begun, advance)).toBe(true);
    expect(await store.advance(month, begun, advance)).toBe(false);
    expect(await store.end(month, begun)).toBe(null);
    const left = { ...begun, documents: 2, place: second.place };
    await store.stop(month, left, 'Hacienda no responde.');
    const reader = createReconciliationReader(bench.pool);
    expect(await reader.ofMonth(month)).toMatchObject({
      ended: null,
      open: { stopped: 'Hacienda no responde.' },
    });
    const again = await store.open(month, { by: 'Eva', anew: false });
    expect(again).toEqual({ ...left, movedMs: again.movedMs, stopped: null });
    expect(await store.open(month, { by: 'Eva', anew: true })).toMatchObject({ by: 'Eva', documents: 0 });
  });

  it('take the place of the one before, and no other month’s', async () => {
    const { month, store } = await monthWith(1);
    const other = { ...month, period: { year: 2020, month: 1 } };
    const empty = await store.open(other, { by: 'Ana', anew: false });
    expect([empty.total, await store.next(other, null)]).toEqual([0, null]);
    expect(await store.end(other, empty)).toMatchObject({ documents: 0 });
    const ids: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const ended = await store.end(month, await store.open(month, { by: 'Ana', anew: false }));
      ids.push(present(ended).reconciliationId);
    }
    const reader = createReconciliationReader(bench.pool);
    expect((await reader.ofMonth(month)).ended?.reconciliationId).toBe(ids[1]);
    expect((await reader.ofMonth(other)).ended?.reconciliationId).toBe(empty.reconciliationId);
  });

  it('ask beside a document about the last ones that were stamped, of whatever type', async () => {
    const { month, store } = await monthWith(1);
    const { place } = present(await store.next(month, null));
    const listed = ['03', '14', '01', '03', '05'].map((type, hour) => {
      const document = listedDocument(hour, 0);
      const controlNumber = `DTE-${type}-M001P001-${String(900 + hour).padStart(15, '0')}`;
      const of = {
        ...document,
        tipoDte: '03',
        controlNumber,
        state: 'contingency',
        receptionStamp: null,
      } as const;
      return { ...of, postedMs: Date.UTC(2026, 0, 10, hour) };
    });
    await insertDocuments(bench, month.companyId, listed);
    await bench.asSuperuser`UPDATE documents SET state = 'stamped', stamped_attempt = 1,
        reception_stamp = '2026' || upper(replace(document_id::text, '-', '')) || 'AAAA'
      WHERE company_id = ${month.companyId} AND document_id <> ${place.documentId}`;
    const [, second, third, fourth, last] = listed.map(({ documentId }) => documentId);
    const known = async (except: string) =>
      (await store.known(month, idOf(except))).map((copy) => copy.place.documentId);
    expect(await known(place.documentId)).toEqual([last, fourth, third]);
    expect(await known(last ?? '')).toEqual([fourth, third, second]);
  });

  it('are changed by nobody behind their end, and findings by nobody at all', async () => {
    const { month, store } = await monthWith(1);
    const open = await store.open(month, { by: 'Ana', anew: false });
    const copy = present(await store.next(month, null));
    const { codigoGeneracion } = copy;
    const { documentId } = copy.place;
    const finding = { documentId, reason: 'unanswered', codigoGeneracion, selloThere: null } as const;
    await store.advance(month, open, { to: copy.place, documents: 1, findings: [finding] });
    for (const statement of [
      `UPDATE month_reconciliations SET begun_by = 'Eva'`,
      `UPDATE reconciliation_findings SET reason = 'other_seal'`,
      'DELETE FROM reconciliation_findings',
    ])
      await expect(
        inCompany(bench.pool, month.companyId, (client) => client.query(statement)),
      ).rejects.toThrow('permission denied');
  });
});
