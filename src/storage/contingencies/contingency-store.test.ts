import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { codeOf, sealOf } from '../../../test/support/identifiers.ts';
import { shared } from '../../../test/support/shared.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { HeldEvent } from '../../operations/contingencies/ports.ts';
import { query } from '../connection/transaction.ts';
import { createContingencyQueue } from './contingency-queue.ts';
import { createContingencyStore } from './contingency-store.ts';

const HOUR_MS = 3_600_000;
const CLOCKS = { reportMs: 24 * HOUR_MS, transmitMs: 72 * HOUR_MS };
const QUARANTINE_MS = 900_000;
const NOW_MS = Date.UTC(2026, 10, 20, 18, 0, 0, 500);
const RAW = { status: 200, body: 'NUL \u0000 and half \ud83d' };
const SEAL = { selloRecibido: sealOf('A'), raw: RAW, transmitMs: CLOCKS.transmitMs };

describeOnDatabases('contingency events', (name) => {
  let companyId = '';
  const bench = sharedBench(name);
  const store = shared(() => createContingencyStore(bench.pool));
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  /** Documents that became formal during an outage, an hour and two hours before now. */
  const addFormal = (count: number, changes: { readonly type?: number; readonly reason?: string } = {}) =>
    bench.asSuperuser(
      `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
         establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
         contingency_type, contingency_reason, contingency_since, next_attempt_at)
       SELECT $1, gen_random_uuid(), 'ref ' || n || ' ' || gen_random_uuid(), CASE n % 2 WHEN 0 THEN '01' ELSE '03' END, '00',
         'DTE-01-M001P001-' || lpad((n + $6)::text, 15, '0'), 2026, 'M001', 'P001',
         to_timestamp($5::float8 / 1000) - (1 + n % 2) * interval '1 hour', 'contingency', 'v2',
         upper(gen_random_uuid()::text), '{}', '{}', 'x', $3, $4, now() - interval '1 hour', now()
       FROM generate_series(1, $2) n`,
      [companyId, count, changes.type ?? 1, changes.reason ?? null, NOW_MS, Math.floor(Math.random() * 1e9)],
    );
  const open = (at = companyId) =>
    store.open(
      {
        companyId: at,
        ambiente: '00',
        eventId: randomUUID(),
        codigoGeneracion: codeOf(randomUUID().toUpperCase()),
        nowMs: NOW_MS,
      },
      CLOCKS,
    );
  const due = async () => {
    const queue = createContingencyQueue(bench.operator, ['00']);
    const limits = { total: 1_000, perCompany: 1_000 };
    const found = [
      await queue.events({ ...limits, sealed: false }),
      await queue.events({ ...limits, sealed: true }),
      await queue.unreported({ ...limits, offline: [] }),
    ];
    return found.flat().filter((one) => one.companyId === companyId);
  };
  const take = async (leaseMs = 20_000): Promise<HeldEvent> => {
    const eventId = present((await due()).find((one) => one.eventId !== null)).eventId;
    return present(await store.take(companyId, present(eventId), leaseMs));
  };

  it('hold a thousand documents each', async () => {
    await addFormal(1_001);
    expect(await Promise.all([open(), open()])).toEqual([true, true]);
    const rows = await bench.asSuperuser`SELECT count(*)::int AS items, max(item)::int AS last
      FROM contingency_items WHERE company_id = ${companyId} GROUP BY event_id ORDER BY 1`;
    expect(rows).toEqual([
      { items: 1, last: 1 },
      { items: 1_000, last: 1_000 },
    ]);
    // The first one took the oldest.
    const [left] = await bench.asSuperuser`SELECT
        (extract(epoch FROM min(posted_at)) * 1000)::float8 AS oldest
      FROM documents WHERE company_id = ${companyId} GROUP BY event_id HAVING count(*) = 1`;
    expect(left).toEqual({ oldest: NOW_MS - HOUR_MS });
  });

  it('are looked for by turns of the accounts that need one, those apart that are offline', async () => {
    const queue = createContingencyQueue(bench.operator, ['00']);
    const accounts: { readonly companyId: string; readonly ambiente: '00' }[] = [];
    for (const _ of upTo(4)) {
      companyId = await bench.addCompany();
      await addFormal(2);
      accounts.push({ companyId, ambiente: '00' });
    }
    const order = accounts.toSorted((a, b) => (a.companyId < b.companyId ? -1 : 1));
    const all = await queue.unreported({ total: 1_000, offline: [] });
    const others = all.filter((one) => accounts.every(({ companyId: id }) => id !== one.companyId));
    for (const [place, after] of order.entries()) {
      const offline = [...others, ...accounts.filter((_, index) => index === 3)];
      const left = [...order.slice(place + 1), ...order.slice(0, place + 1)];
      const expected = left.filter((one) => one !== accounts[3]).slice(0, 2);
      const found = await queue.unreported({ total: 2, offline, after });
      expect(found.map((one) => one.companyId)).toEqual(expected.map((one) => one.companyId));
    }
  });

  it('are due by turns of their companies, and reports apart from those that are sealed', async () => {
    const queue = createContingencyQueue(bench.operator, ['00']);
    const companies: string[] = [];
    for (const type of [1, 2]) {
      companyId = await bench.addCompany();
      companies.push(companyId);
      for (const reason of ['one', 'two', 'three']) {
        await addFormal(1, { type, reason });
        await open();
      }
    }
    const of = async (limits: { readonly perCompany: number; readonly after?: string }, sealed = false) =>
      (await queue.events({ total: 1_000, sealed, ...limits })).filter((one) =>
        companies.includes(one.companyId),
      );
    const found = await of({ perCompany: 2 });
    const [first, second] = [...companies].sort();
    expect(found.map((one) => one.companyId)).toEqual([first, second, first, second]);
    expect((await of({ perCompany: 1, after: present(first) })).map((one) => one.companyId)).toEqual([
      second,
      first,
    ]);
    expect(await of({ perCompany: 9 }, true)).toEqual([]);
    const event = await take();
    await store.recordAttempt(event.lease, 'bytes', 20_000);
    await store.seal(event.lease, SEAL);
    expect(await of({ perCompany: 9 }, true)).toHaveLength(1);
    expect(await of({ perCompany: 9 })).toHaveLength(5);
  });

  it('wake up when the authority is back', async () => {
    await addFormal(1);
    await open();
    const { lease } = await take();
    await store.release(lease, HOUR_MS);
    await store.wake(companyId, '01');
    expect(await due()).toEqual([]);
    await store.wake(await bench.addCompany(), '00');
    expect(await due()).toEqual([]);
    await store.wake(companyId, '00');
    expect(await due()).toHaveLength(1);
  });

  it('cannot list a document twice, whatever the code says', async () => {
    await addFormal(1);
    await open();
    await bench.asSuperuser('UPDATE documents SET event_id = NULL WHERE company_id = $1', [companyId]);
    await expect(open()).rejects.toThrow(/contingency_items/);
  });

  it('start the 72 hours of their documents with the first sending', async () => {
    await addFormal(2);
    await open();
    const { lease } = await take();
    await store.recordAttempt(lease, 'bytes', 20_000);
    await bench.asSuperuser`UPDATE contingency_attempts SET first_sent_at = first_sent_at - interval '1 hour'
      WHERE company_id = ${companyId}`;
    expect(await store.seal(lease, SEAL)).toBe(true);
    const [row] = await bench.asSuperuser`SELECT e.reception_stamp,
        round(extract(epoch FROM e.transmit_until - now()) / 3600)::int AS hours,
        bool_and(d.transmit_until = e.transmit_until) AS told
      FROM contingency_events e JOIN documents d USING (company_id, event_id)
      WHERE company_id = ${companyId} GROUP BY 1, 2`;
    expect(row).toEqual({ reception_stamp: SEAL.selloRecibido, hours: 71, told: true });
    const event = await take();
    const { open: count, free } = await store.waiting(event.lease, { limit: 1, restMs: 0 });
    expect({ count, free: free.length }).toEqual({ count: 2, free: 1 });
    await bench.asSuperuser`UPDATE documents SET lease_until = now() + interval '1 hour'
      WHERE company_id = ${companyId}`;
    expect(await store.waiting(event.lease, { limit: 9, restMs: 0 })).toEqual({ open: 2, free: [] });
    await store.finish(event.lease);
    expect(await due()).toEqual([]);
  });

  it('keep their seal, and their documents what they declare', async () => {
    await addFormal(1);
    await open();
    const { lease } = await take();
    await store.recordAttempt(lease, 'bytes', 20_000);
    await store.seal(lease, SEAL);
    const change = (table: string, assignment: string) =>
      bench.asSuperuser(`UPDATE ${table} SET ${assignment} WHERE company_id = $1`, [companyId]);
    await expect(change('contingency_events', 'reception_stamp = NULL')).rejects.toThrow(/is sealed/);
    await expect(change('contingency_events', "transmit_until = now() + interval '9 days'")).rejects.toThrow(
      /is sealed/,
    );
    await expect(change('documents', 'contingency_type = 2')).rejects.toThrow(/cannot change/);
    await expect(change('documents', 'contingency_type = NULL')).rejects.toThrow(/cannot change/);
    await change('documents', 'contingency_type = NULL, generation_code = upper(gen_random_uuid()::text)');
  });

  it('take a new code after a rejection, and keep what was said', async () => {
    await addFormal(1);
    await open();
    const event = await take();
    await store.recordAttempt(event.lease, 'bytes', 20_000);
    const codigoGeneracion = codeOf(randomUUID());
    const rejection = { observaciones: ['MAL'], raw: RAW, codigoGeneracion, retryMs: 0 };
    expect(await store.reject(event.lease, rejection)).toBe(true);
    expect(await take()).toMatchObject({ codigoGeneracion, attempts: [{ outcome: 'rejected' }], tries: 1 });
    const kept = await bench.asSuperuser`SELECT outcome, generation_code, answer_body
      FROM contingency_attempts WHERE company_id = ${companyId}`;
    expect(kept).toEqual([
      {
        outcome: 'rejected',
        generation_code: event.codigoGeneracion,
        answer_body: 'NUL \uFFFD and half \uFFFD',
      },
    ]);
  });

  it('are invisible to the service outside their company', async () => {
    await addFormal(1);
    await open();
    const { lease } = await take();
    await store.recordAttempt(lease, 'bytes', 20_000);
    for (const table of ['contingency_events', 'contingency_attempts', 'contingency_items'])
      expect((await query(bench.pool, { text: `SELECT 1 FROM ${table}` })).rows).toEqual([]);
    expect(await store.take(await bench.addCompany(), lease.eventId, 1)).toBeNull();
  });

  it('wait for documents in doubt, but not for those put aside, nor for ever', async () => {
    await addFormal(3);
    const make = (assignment: string) =>
      bench.asSuperuser(
        `UPDATE documents SET ${assignment} WHERE company_id = $1
           AND document_id = (SELECT min(document_id::text)::uuid FROM documents WHERE company_id = $1)`,
        [companyId],
      );
    const pending = async () => (await store.unreported(companyId, '00', QUARANTINE_MS)).pending;
    await make('contingency_type = NULL, generation_code = upper(gen_random_uuid()::text)');
    expect(await pending()).toBe(1);
    await make('next_attempt_at = NULL');
    expect(await pending()).toBe(0);
    await make('next_attempt_at = now()');
    await bench.asSuperuser`UPDATE documents SET contingency_since = now() - interval '3 hours'
      WHERE company_id = ${companyId}`;
    expect(await pending()).toBe(0);
    // Three hours are eight quarantines of 20 minutes and one of them, but not of 21.
    expect((await store.unreported(companyId, '00', 20 * 60_000)).pending).toBe(0);
    expect((await store.unreported(companyId, '00', 21 * 60_000)).pending).toBe(1);
  });
});
