import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { heldInvalidation, registerRequest } from '../../../test/support/invalidation-bench.ts';
import { stampedCcf } from '../../../test/support/note-bench.ts';
import {
  claimRequest,
  heldOf,
  openStorageBench,
  type StorageBench,
} from '../../../test/support/storage-bench.ts';
import type { Client } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createInvalidationStore } from '../invalidations/invalidation-store.ts';
import {
  type CompanyKey,
  closeAttempt,
  closeBytes,
  countResend,
  holds,
  insertAttempt,
  LEASED_DOCUMENTS,
  LEASED_EVENTS,
  LEASED_INVALIDATIONS,
  type LeasedTable,
  release,
  renew,
  takeRow,
} from './leased-rows.ts';

const RAW = { status: 200, body: 'NUL \u0000' };

/** A row under its first lease, whichever table it is in. */
interface Leased {
  readonly what: string;
  readonly isPutAside: boolean;
  run<T>(work: (on: Statements) => Promise<T>): Promise<T>;
  /** Its time comes, and its lease ends. */
  expire(): Promise<unknown>;
  attempts(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The family, bound to one row in one transaction; `fence` is the first lease's unless another one is meant. */
interface Statements {
  holds(fence?: string): Promise<boolean>;
  renew(fence?: string): Promise<boolean>;
  release(retryMs: number): Promise<void>;
  take(mostTakings: number, early?: boolean): Promise<string>;
  insert(): Promise<void>;
  resend(attempt: number): Promise<void>;
  close(attempt: number): Promise<void>;
  closeBytes(): Promise<void>;
}

function leased<Key extends CompanyKey>(bench: StorageBench, table: LeasedTable<Key>, key: Key): Leased {
  const id = table.idOf(key);
  const where = `WHERE company_id = $1 AND ${table.id} = $2`;
  const statements = (client: Client): Statements => ({
    holds: (fence = '1') => holds(client, table, { ...key, fence }),
    renew: (fence = '1') => renew(client, table, { lease: { ...key, fence }, leaseMs: 20_000 }),
    release: (retryMs) => release(client, table, { lease: { ...key, fence: '1' }, retryMs }),
    take: async (mostTakings, early) =>
      (await takeRow(client, table, { key, leaseMs: 20_000, mostTakings, early, columns: 'fence' })).kind,
    insert: () => insertAttempt(client, table, { key, jws: 'a.b.c' }),
    resend: (attempt) => countResend(client, table, { key, attempt }),
    close: (attempt) => closeAttempt(client, table, { key, attempt, outcome: 'not_delivered' }),
    closeBytes: () => closeBytes(client, table, { key, outcome: 'rejected', raw: RAW }),
  });
  return {
    what: table.one,
    isPutAside: table.putAside !== null,
    run: (work) => inCompany(bench.pool, key.companyId, (client) => work(statements(client))),
    expire: () =>
      bench.asSuperuser(
        `UPDATE ${table.rows} SET lease_until = clock_timestamp() - interval '1 s',
           next_attempt_at = clock_timestamp() - interval '1 s' ${where}`,
        [key.companyId, id],
      ),
    attempts: () =>
      bench.asSuperuser(
        `SELECT outcome, sends, answer_body FROM ${table.attempts} ${where} ORDER BY attempt`,
        [key.companyId, id],
      ),
  };
}

describeOnDatabases('a leased row', (name) => {
  let bench: StorageBench;
  beforeAll(async () => {
    bench = await openStorageBench(name);
  });
  afterAll(() => bench.drop());

  /** A document, an invalidation and an event, each under its first lease. */
  const openRows = async (): Promise<readonly Leased[]> => {
    const documents = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
    const companyId = await bench.addCompany();
    const document = heldOf(await documents.claim(claimRequest(companyId)));
    const ccf = await stampedCcf(documents, companyId, 'ccf');
    const registration = await createInvalidationStore(bench.pool).register(registerRequest(ccf));
    const event = { companyId, eventId: randomUUID() };
    await bench.asSuperuser(
      `INSERT INTO contingency_events (company_id, event_id, environment, generation, generation_code, contingency_type,
         starts_at, ends_at, report_until, next_attempt_at, lease_until, fence)
       VALUES ($1, $2, '00', 'v2', upper(gen_random_uuid()::text), 1, now() - interval '1 h', now(), now(), now(),
         now() + interval '1 h', 1)`,
      [companyId, event.eventId],
    );
    return [
      leased(bench, LEASED_DOCUMENTS, document.lease),
      leased(bench, LEASED_INVALIDATIONS, heldInvalidation(registration).lease),
      leased(bench, LEASED_EVENTS, event),
    ];
  };

  it('is written by whoever has its lease, and by nobody else', async () => {
    for (const row of await openRows()) {
      expect([row.what, await row.run((on) => on.holds()), await row.run((on) => on.renew())]).toEqual([
        row.what,
        true,
        true,
      ]);
      expect(await row.run((on) => on.take(3))).toBe('gone');
      await row.expire();
      expect(await row.run((on) => on.take(3))).toBe('held');
      expect(await row.run((on) => on.holds())).toBe(false);
      expect(await row.run((on) => on.renew())).toBe(false);
      expect(await row.run((on) => on.renew('2'))).toBe(true);
      await row.run((on) => on.release(0));
      expect(await row.run((on) => on.take(3, true))).toBe('gone');
    }
  });

  it('is taken again after a release, when its time has come or whoever takes it does not wait', async () => {
    for (const row of await openRows()) {
      await row.run((on) => on.release(60_000));
      expect([row.what, await row.run((on) => on.take(3))]).toEqual([row.what, 'gone']);
      expect(await row.run((on) => on.take(3, true))).toBe('held');
    }
  });

  it('is put aside after too many takings, but for an event, whose clock runs', async () => {
    for (const row of await openRows()) {
      await row.expire();
      expect([row.what, await row.run((on) => on.take(1))]).toEqual([row.what, 'held']);
      await row.expire();
      expect(await row.run((on) => on.take(1))).toBe(row.isPutAside ? 'put_aside' : 'held');
      if (row.isPutAside) expect(await row.run((on) => on.take(9, true))).toBe('gone');
    }
  });

  it('counts what was sent since its bytes were last settled', async () => {
    // The bytes of a document are inserted together with those of others, by a function of the schema.
    for (const row of (await openRows()).slice(1)) {
      await row.run((on) => on.insert());
      await row.run((on) => on.resend(1));
      expect([row.what, await row.attempts()]).toMatchObject([row.what, [{ outcome: 'unknown', sends: 2 }]]);
      await row.run((on) => on.close(1));
      await row.run((on) => on.resend(1));
      expect(await row.attempts()).toMatchObject([{ outcome: 'unknown', sends: 1 }]);
      await expect(row.run((on) => on.resend(2))).rejects.toThrow(/attempt 2 of .* is missing/);
    }
  });

  it('closes its bytes once', async () => {
    for (const row of (await openRows()).slice(1)) {
      await expect(row.run((on) => on.closeBytes())).rejects.toThrow(/are missing/);
      await row.run((on) => on.insert());
      await row.run((on) => on.closeBytes());
      expect(await row.attempts()).toMatchObject([{ outcome: 'rejected', answer_body: 'NUL \uFFFD' }]);
      await expect(row.run((on) => on.closeBytes())).rejects.toThrow(/are missing/);
      await expect(row.run((on) => on.close(1))).rejects.toThrow(/is not open/);
    }
  });
});
