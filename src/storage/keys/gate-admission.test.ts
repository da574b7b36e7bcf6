import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { openGateBench, withinOneMinute } from '../../../test/support/gate-bench.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { finish, STAMPED } from '../../../test/support/note-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { type WatchedPool, watchedPool } from '../../../test/support/watched-pool.ts';
import type { Gate, KnownKey } from '../../operations/access/ports.ts';
import type { DocumentRecord } from '../../operations/documents/ports.ts';
import type { DocumentRead } from '../../operations/documents/reading-ports.ts';
import { serversOf } from '../connection/function-call.ts';
import { query } from '../connection/transaction.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createDocumentReader } from '../documents/document-view.ts';

const READ: DocumentRead = { idOrRef: 'ref', bytes: false };

describeOnDatabases('a request that the gate lets pass', (name) => {
  const bench = sharedBench(name);
  let companyId: string;
  let key: KnownKey;
  let pool: WatchedPool;
  let gate: Gate;
  let nowMs = 0;
  const gates = shared(() => openGateBench(bench));
  const store = shared(() =>
    createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() }),
  );
  beforeEach(async () => {
    companyId = await bench.addCompany();
    key = await gates.addKey(companyId);
    pool = watchedPool(bench.pool);
    // A node asks this once.
    await serversOf(pool).areMany();
    nowMs = 1_000_000;
    gate = gates.gateOn(pool, () => nowMs);
  });

  const stamped = async (company: string, externalRef = 'ref'): Promise<DocumentRecord> =>
    finish(
      store,
      heldOf(await store.claim(claimRequest(company, { externalRef: refOf(externalRef) }))),
      STAMPED,
    );
  /** The statements that the work waited for. */
  const asked = async (work: () => Promise<unknown>) => {
    const before = pool.statements.length;
    await work();
    return pool.statements.slice(before).filter((one) => one !== 'note-key-use');
  };
  const foundBy = async (caller: KnownKey, read: DocumentRead | null) =>
    present(await gate.admit(caller, read)).found;

  describe('reads in the same breath', () => {
    it('the document that it asks for, as others see it', async () => {
      const record = await stamped(companyId);
      const reader = createDocumentReader(bench.pool, false);
      for (const idOrRef of ['ref', record.documentId]) {
        for (const bytes of [false, true]) {
          const found = await foundBy(key, { idOrRef, bytes });
          expect(found).toEqual(await reader.view(companyId, { idOrRef, bytes }));
          expect(found).toMatchObject({ record, signed: bytes ? { jws: 'a.b.c' } : null });
        }
      }
    });

    it('in no more statements than without', async () => {
      await stamped(companyId);
      await gate.admit(key, null);
      expect(await asked(() => gate.admit(key, READ))).toEqual(['admit-requests']);
    });

    it('nothing where it asks for nothing, or for what is not there', async () => {
      await stamped(companyId);
      expect(await foundBy(key, null)).toBeNull();
      for (const idOrRef of ['REF', 'ref ', randomUUID(), ''])
        expect(await foundBy(key, { idOrRef, bytes: true })).toBeNull();
    });

    it('nothing of another company, by whatever name, and that one’s own beside it', async () => {
      const other = await bench.addCompany();
      const theirs = await stamped(other);
      const theirKey = await gates.addKey(other);
      const mine = await stamped(companyId, 'mine');
      const names = ['ref', theirs.documentId, mine.documentId, 'mine'];
      const own = names.map((idOrRef) => foundBy(key, { idOrRef, bytes: true }));
      const beside = names.map((idOrRef) => foundBy(theirKey, { idOrRef, bytes: true }));
      const ids = (found: Awaited<ReturnType<typeof foundBy>>) => found?.record.documentId ?? null;
      expect((await Promise.all(own)).map(ids)).toEqual([null, null, mine.documentId, mine.documentId]);
      expect((await Promise.all(beside)).map(ids)).toEqual([
        theirs.documentId,
        theirs.documentId,
        null,
        null,
      ]);
    });

    it('what each of many asks for that share a statement', async () => {
      const references = upTo(6).map((turn) => `ref "${turn}" ñ`);
      await Promise.all(references.map((reference) => stamped(companyId, reference)));
      const reads = upTo(40).map((turn) => {
        const idOrRef = references[turn % 8] ?? 'nothing';
        return turn % 5 === 0 ? null : { idOrRef, bytes: turn % 3 === 0 };
      });
      await gate.admit(key, null);
      const found: Awaited<ReturnType<typeof foundBy>>[] = [];
      const statements = await asked(async () => {
        found.push(...(await Promise.all(reads.map((read) => foundBy(key, read)))));
      });
      const expected = reads.map((read) =>
        read === null || read.idOrRef === 'nothing' ? null : [read.idOrRef, read.bytes ? 'a.b.c' : null],
      );
      const told = found.map((view) => view && [view.record.externalRef, view.signed?.jws ?? null]);
      expect(told).toEqual(expected);
      expect(statements.length).toBeLessThan(8);
    });

    it('nothing where it does not fit', () =>
      withinOneMinute(async () => {
        await stamped(companyId);
        const few = await gates.addKey(companyId, { perMinute: 3, perHour: 10 });
        const admissions = await Promise.all(upTo(6).map(() => gate.admit(few, READ)));
        const told = admissions.map((one) => [one?.standing.exceeded, one?.found === null]);
        expect(told).toEqual([...Array(3).fill([null, false]), ...Array(3).fill(['minute', true])]);
        expect(present(await gate.admit(few, READ)).found).toBeNull();
      }));
  });

  describe('comes with its company', () => {
    it('as it is now', async () => {
      const before = present(await gate.admit(key, null)).caller.company;
      await bench.asSuperuser`UPDATE companies
        SET profile = jsonb_set(profile, '{name}', '"Otra, S.A."'), updated_at = clock_timestamp()
        WHERE company_id = ${companyId}`;
      expect(present(await gate.admit(key, null)).caller.company.name).toBe('Otra, S.A.');
      expect(before).toMatchObject({ slug: `c-${companyId.slice(0, 13)}`, ambiente: '00' });
      expect(before.name).not.toBe('Otra, S.A.');
    });

    it('read once as long as it does not change', async () => {
      const first = present(await gate.admit(key, null)).caller.company;
      const again = async () => expect(present(await gate.admit(key, null)).caller.company).toBe(first);
      expect(await asked(again)).toEqual(['admit-requests']);
    });

    it('or fails where the stored one cannot be read', async () => {
      await bench.asSuperuser`UPDATE companies SET profile = profile - 'nit', updated_at = clock_timestamp()
        WHERE company_id = ${companyId}`;
      await expect(gate.admit(key, null)).rejects.toThrow(/is not valid: nit/);
    });
  });

  describe('is noted as the last use of its key', () => {
    const lastUse = async () => {
      const [row] = await bench.asSuperuser`SELECT last_used_at FROM api_keys WHERE key_id = ${key.keyId}`;
      const at = row?.['last_used_at'];
      return at instanceof Date ? at.getTime() : null;
    };
    const useAndWait = async (by: Gate, before: number | null) => {
      await by.admit(key, null);
      await expect.poll(lastUse).not.toBe(before);
    };
    const noted = () => pool.statements.filter((one) => one === 'note-key-use').length;

    it('to within a minute', async () => {
      await useAndWait(gate, null);
      const first = present(await lastUse());
      expect(Math.abs(Date.now() - first)).toBeLessThan(60_000);
      await gates.gateOn(pool).admit(key, null);
      await query(bench.pool, { text: 'SELECT pg_sleep(0.05)' });
      expect([await lastUse(), noted()]).toEqual([first, 2]);
      await bench.asSuperuser`UPDATE api_keys SET last_used_at = last_used_at - interval '61 seconds'
        WHERE key_id = ${key.keyId}`;
      await useAndWait(gates.gateOn(pool), first - 61_000);
      expect(present(await lastUse())).toBeGreaterThanOrEqual(first);
    });

    it('in a statement of its own once a minute and node', async () => {
      for (const _ of upTo(50)) await gate.admit(key, null);
      await expect.poll(lastUse).not.toBeNull();
      nowMs += 59_999;
      await gate.admit(key, null);
      await query(bench.pool, { text: 'SELECT pg_sleep(0.05)' });
      expect(noted()).toBe(1);
      nowMs += 1;
      await gate.admit(key, null);
      await expect.poll(noted).toBe(2);
    });

    it('by nobody where the key lives no longer', async () => {
      await bench.asSuperuser`UPDATE api_keys SET revoked_at = clock_timestamp() WHERE key_id = ${key.keyId}`;
      expect(await gate.admit(key, null)).toBeNull();
      await query(bench.pool, { text: 'SELECT pg_sleep(0.05)' });
      expect([await lastUse(), noted()]).toEqual([null, 0]);
    });

    it('without waiting for a row that somebody else writes', async () => {
      await query(bench.operator, { text: 'SELECT 1' });
      const operator = await bench.operator.connect();
      await operator.query('BEGIN');
      await operator.query('UPDATE api_keys SET name = name WHERE key_id = $1', [key.keyId]);
      expect(await gate.admit(key, null)).not.toBeNull();
      await expect.poll(noted).toBe(1);
      await query(bench.pool, { text: 'SELECT pg_sleep(0.05)' });
      const [waiting] = await bench.asSuperuser`SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await operator.query('ROLLBACK');
      operator.release();
      expect([waiting, await lastUse()]).toEqual([{ count: 0 }, null]);
    });

    it('and disturbs nobody where it cannot be noted', async () => {
      await bench.asSuperuser('REVOKE UPDATE (last_used_at) ON api_keys FROM sello_service');
      expect(await gate.admit(key, null)).toMatchObject({ caller: { keyId: key.keyId } });
      await query(bench.pool, { text: 'SELECT pg_sleep(0.05)' });
      expect(await gate.admit(key, null)).toMatchObject({ caller: { keyId: key.keyId } });
      await bench.asSuperuser('GRANT UPDATE (last_used_at) ON api_keys TO sello_service');
      expect([await lastUse(), noted()]).toEqual([null, 1]);
    });
  });
});
