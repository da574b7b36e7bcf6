import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { TakenDocument } from '../../operations/background/ports.ts';
import type { HeldDocument } from '../../operations/documents/ports.ts';
import { query } from '../connection/transaction.ts';
import { createDocumentStore } from './document-store.ts';
import { createWorkQueue } from './work-queue.ts';
import { createWorkStore } from './work-store.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const LIMITS = { total: 100, perCompany: 100 };
const LEASE = { leaseMs: 20_000, mostTakings: 3 };

describeOnDatabases('waiting documents', (name) => {
  let companyId = '';
  const bench = sharedBench(name);
  const store = shared(() => createDocumentStore(bench.pool, CLOCK));
  const work = shared(() => createWorkStore(bench.pool, CLOCK));
  const queue = shared(() => createWorkQueue(bench.operator, ['00', '01']));
  beforeEach(async () => {
    await bench.asSuperuser('UPDATE documents SET next_attempt_at = NULL');
    companyId = await bench.addCompany();
  });

  const hold = async (company = companyId) => heldOf(await store.claim(claimRequest(company)));
  const fallSilent = async (retryMs = 0, company = companyId) => {
    const { lease, record } = await hold(company);
    present(await store.settle(lease, { kind: 'silence', reason: 'x', retryMs }));
    return record;
  };
  const due = async () => (await queue.due(LIMITS)).map(({ documentId }) => documentId);
  const take = (documentId: string, company = companyId) =>
    work.take({ companyId: company, documentId: idOf(documentId), ...LEASE });
  const takenOf = (taking: TakenDocument): HeldDocument => {
    if (taking.kind !== 'held') throw new Error(`expected a document, got ${taking.kind}`);
    return taking.held;
  };
  const makeDue = (documentId: string) =>
    bench.asSuperuser`UPDATE documents SET next_attempt_at = now(), lease_until = NULL
      WHERE document_id = ${documentId}`;
  const rowOf = async (documentId: string) =>
    present(
      (
        await bench.asSuperuser`SELECT state, tries, takings, put_aside_at, next_attempt_at, contingency_since,
                 round(extract(epoch FROM next_attempt_at - now())) AS due_in
          FROM documents WHERE document_id = ${documentId}`
      )[0],
    );

  it('are looked for in the node’s environments alone', async () => {
    await fallSilent();
    expect(await createWorkQueue(bench.operator, ['01']).due(LIMITS)).toEqual([]);
  });

  it('come by turns: many of one company do not keep another’s back', async () => {
    const other = await bench.addCompany();
    for (const _ of upTo(5)) await fallSilent();
    const [lone] = [await fallSilent(0, other)];
    const found = await queue.due({ total: 3, perCompany: 2 });
    expect(found.map((one) => one.companyId).sort()).toEqual([companyId, companyId, other].sort());
    expect(found.slice(0, 2).map(({ documentId }) => documentId)).toContain(lone?.documentId);
  });

  it('come behind the company that was begun last, however old the backlogs of others are', async () => {
    const backlogs = [companyId, await bench.addCompany(), await bench.addCompany()];
    const late = await bench.addCompany();
    for (const company of backlogs) for (const _ of upTo(3)) await fallSilent(0, company);
    await fallSilent(0, late);
    const order = [...backlogs, late].toSorted();
    for (const [place, after] of order.entries()) {
      const found = await queue.due({ total: 2, perCompany: 2, after });
      const next = [order[(place + 1) % 4], order[(place + 2) % 4]];
      expect(found.map((one) => one.companyId)).toEqual(next);
    }
  });

  it('whose taker dies come back later each time, and are put aside after too many', async () => {
    const { documentId } = await fallSilent();
    const delays: unknown[] = [];
    for (const _ of upTo(LEASE.mostTakings)) {
      await makeDue(documentId);
      takenOf(await take(documentId));
      delays.push((await rowOf(documentId))['due_in']);
    }
    expect(delays.map(Number)).toEqual([30, 40, 60]);
    await makeDue(documentId);
    expect(await take(documentId)).toMatchObject({ kind: 'put_aside', record: { documentId } });
    expect(await rowOf(documentId)).toMatchObject({ next_attempt_at: null, put_aside_at: expect.any(Date) });
    const events = await bench.asSuperuser`SELECT kind, detail FROM audit_events
      WHERE document_id = ${documentId}`;
    expect(events).toContainEqual({ kind: 'put_aside', detail: { takings: LEASE.mostTakings } });
  });

  it('of an account that is offline are due only where no answer is needed', async () => {
    const other = await bench.addCompany();
    const elsewhere = await fallSilent(0, other);
    const inDoubt = await fallSilent();
    const settled = await fallSilent();
    const held = await hold();
    const { lease, record } = await hold();
    const attempt = { number: 1, codigoGeneracion: record.codigoGeneracion, payloadHash: 'x', jws: 'y' };
    present(await store.recordAttempt(lease, { ...attempt, contingencia: null }, 0));
    await store.settle(lease, { kind: 'silence', reason: 'x', retryMs: 0 });
    await makeDue(held.record.documentId);
    const accounts = [{ companyId, ambiente: '00' } as const];
    const dueOffline = async (quarantineMs: number) =>
      (await queue.due({ ...LIMITS, offline: { accounts, quarantineMs } })).map((one) => one.documentId);
    // Its node died before it fell silent.
    const always = [elsewhere.documentId, held.record.documentId].toSorted();
    expect((await dueOffline(600_000)).toSorted()).toEqual(always);
    // To become formal; the one in doubt waits for an answer.
    const overdue = [...always, inDoubt.documentId, settled.documentId].toSorted();
    expect((await dueOffline(0)).toSorted()).toEqual(overdue);
    await bench.asSuperuser`UPDATE documents SET contingency_type = 1
      WHERE document_id = ${inDoubt.documentId}`;
    expect(await dueOffline(0)).not.toContain(inDoubt.documentId);
    expect(await due()).toHaveLength(5);
  });

  it('wake up in the order of their issue, and none later than it would have', async () => {
    const made: string[] = [];
    for (const retryMs of [600_000, 600_000, 600_000, 1_000]) {
      made.push((await fallSilent(retryMs)).documentId);
      await sleep(2);
    }
    await work.wake(companyId, '00', 3_600_000);
    const times = await Promise.all(
      made.map(async (documentId) => Number((await rowOf(documentId))['due_in'])),
    );
    expect(times[0]).toBeLessThanOrEqual(0);
    expect(times.slice(1).map((seconds) => Math.round(seconds / 30) * 30)).toEqual([600, 600, 0]);
    await work.wake(companyId, '00', 900_000);
    expect(Math.round(Number((await rowOf(made[1] ?? ''))['due_in']) / 30)).toBe(10);
  });

  it('are invisible to the service outside their company', async () => {
    await fallSilent();
    const { rows } = await query(bench.pool, { text: 'SELECT document_id FROM documents' });
    expect(rows).toEqual([]);
  });
});
