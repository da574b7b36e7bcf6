import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { type Fate, insertFated } from '../../../test/support/fated-documents.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { createReconciliationReader } from './reconciliation-reader.ts';

const JUNE = { year: 2026, month: 6 };
/** What was asked about last before it changed. */
const LAST = { tipoDte: '01', issued: '2026-06-20T12:00', sealed: '2026-06-20T12:01' } as const;
const [BEGUN, ENDED] = ['2026-06-20T11:00', '2026-06-20T12:30'];
const [IN_TIME, LATER] = ['2026-06-10T10:01', '2026-07-02T10:00'];

describeOnDatabases('documents that change after a month was reconciled', (name) => {
  const bench = sharedBench(name);

  async function reconciled(companyId: string, lastId: string): Promise<void> {
    await bench.asSuperuser(
      `INSERT INTO month_reconciliations (company_id, reconciliation_id, environment, month, begun_by, begun_at, ended_at,
         total, documents, after_posted_at, after_document)
       SELECT $1, $2, '00', '2026-06', 'Ana', $3, $4, 1, 1, posted_at, document_id FROM documents WHERE document_id = $5`,
      [companyId, randomUUID(), `${BEGUN}-06`, `${ENDED}-06`, lastId],
    );
  }

  it.each<readonly [string, Fate, number]>([
    ['was sealed before', { tipoDte: '01', issued: '2026-06-10T10:00', sealed: IN_TIME }, 0],
    ['has no seal', { tipoDte: '01', issued: '2026-06-10T10:00' }, 0],
    ['was sealed afterwards', { tipoDte: '01', issued: '2026-06-10T10:00', sealed: LATER }, 1],
    [
      'was sealed and invalidated afterwards',
      { tipoDte: '03', issued: '2026-06-10T10:00', sealed: LATER, asked: LATER, undone: LATER },
      1,
    ],
    [
      'was invalidated afterwards',
      {
        tipoDte: '01',
        issued: '2026-06-10T10:00',
        sealed: IN_TIME,
        asked: '2026-06-11T10:00',
        undone: LATER,
      },
      1,
    ],
    [
      'was issued and sealed while it ran',
      { tipoDte: '01', issued: '2026-06-20T11:30', sealed: '2026-06-20T11:31' },
      0,
    ],
    [
      'was issued while it ran and sealed afterwards',
      { tipoDte: '01', issued: '2026-06-20T11:30', sealed: '2026-06-20T13:00' },
      1,
    ],
    ['was issued behind the last one', { tipoDte: '01', issued: '2026-06-20T12:10' }, 1],
    [
      'is an invoice of the month before and was invalidated in this one afterwards',
      {
        tipoDte: '01',
        issued: '2026-05-30T10:00',
        sealed: '2026-05-30T10:01',
        asked: '2026-06-25T10:00',
        undone: LATER,
      },
      1,
    ],
    [
      'is an invoice of the month before and was invalidated in this one before it was reconciled',
      {
        tipoDte: '01',
        issued: '2026-05-30T10:00',
        sealed: '2026-05-30T10:01',
        asked: '2026-06-11T10:00',
        undone: '2026-06-11T10:01',
      },
      0,
    ],
    [
      'is an invoice of the month before and was invalidated in the month behind this one',
      { tipoDte: '01', issued: '2026-05-30T10:00', sealed: '2026-05-30T10:01', asked: LATER, undone: LATER },
      0,
    ],
    [
      'is a CCF of the month before and was invalidated in this one, by an event of its own month',
      {
        tipoDte: '03',
        issued: '2026-05-30T10:00',
        sealed: '2026-05-30T10:01',
        asked: '2026-06-25T10:00',
        undone: LATER,
      },
      0,
    ],
    ['is of another month', { tipoDte: '01', issued: '2026-07-01T00:00', sealed: LATER }, 0],
  ])('one that %s', async (_, fate, changed) => {
    const companyId = await bench.addCompany();
    await insertFated(bench, companyId, fate);
    await reconciled(companyId, await insertFated(bench, companyId, LAST));
    const month = { companyId, ambiente: '00', period: JUNE } as const;
    const reader = createReconciliationReader(bench.pool);
    expect((await reader.ofMonth(month)).changed).toBe(changed);
    expect((await reader.ofMonth({ ...month, period: { year: 2026, month: 5 } })).changed).toBe(0);
  });
});
