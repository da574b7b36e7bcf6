import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REJECTION, STAMP, STAMPED_RAW } from '../../test/support/answers.ts';
import { describeOnDatabases } from '../../test/support/database.ts';
import {
  claimRequest,
  heldOf,
  openStorageBench,
  present,
  type StorageBench,
  upTo,
} from '../../test/support/storage-bench.ts';
import type { ClaimRequest, DocumentStore, HeldDocument, NewAttempt } from '../operations/ports.ts';
import { createDocumentStore } from './document-store.ts';

const LEASE_MS = 20_000;
const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

function attemptOf({ record, wantedHash, attempts }: HeldDocument): NewAttempt {
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  const { codigoGeneracion } = record;
  return {
    number,
    codigoGeneracion,
    payloadHash: wantedHash,
    jws: `jws-${number}-${codigoGeneracion}`,
    contingencia: null,
  };
}

describeOnDatabases('taking up a document', (name) => {
  let bench: StorageBench;
  let companyId: string;
  let store: DocumentStore;
  beforeAll(async () => {
    bench = await openStorageBench(name);
    store = createDocumentStore(bench.pool, CLOCK);
  });
  afterAll(() => bench.drop());
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  type Changes = Parameters<typeof claimRequest>[1];
  const claim = (changes: Changes = {}) =>
    store.claim(claimRequest(companyId, { externalRef: 'ref', ...changes }));
  const hold = async (changes: Changes = {}) => heldOf(await claim(changes));
  const withPayload = (payload: string, changes: Partial<ClaimRequest['prepared']> = {}): Changes => ({
    prepared: { payload, ...changes },
  });
  const send = async (document: HeldDocument) =>
    present(await store.recordAttempt(document.lease, attemptOf(document), LEASE_MS));
  const reject = async ({ lease, attempts }: HeldDocument) =>
    present(
      await store.settle(lease, {
        kind: 'rejected',
        attempt: attempts.length,
        rejection: REJECTION,
        raw: { status: 400, body: '{}' },
      }),
    );
  const fallSilent = async ({ lease }: HeldDocument) =>
    present(await store.settle(lease, { kind: 'silence', reason: 'nobody answered', retryMs: 60_000 }));
  const rejectedAgo = (text: string) =>
    bench.asSuperuser(
      'UPDATE documents SET settled_at = clock_timestamp() - $2::interval WHERE company_id = $1',
      [companyId, text],
    );

  describe('that somebody holds', () => {
    it('is refused as busy, with the document as it stands', async () => {
      const { record } = await hold();
      expect(await claim()).toEqual({ kind: 'busy', record });
      expect(await claim({ waited: true })).toEqual({ kind: 'busy', record });
    });

    it('is possible when the lease has ended, and voids the first holder', async () => {
      const first = await hold({ leaseMs: 80 });
      expect((await claim()).kind).toBe('busy');
      await pause(120);
      const second = await hold();
      expect(second.record.numeroControl).toBe(first.record.numeroControl);
      expect(Number(second.lease.fence)).toBe(Number(first.lease.fence) + 1);
      expect(await store.renew(first.lease, LEASE_MS)).toBe(false);
      expect(await store.renew(second.lease, LEASE_MS)).toBe(true);
    });

    it('is possible at once after its release', async () => {
      const { lease } = await hold();
      await store.release(lease, 60_000);
      expect((await claim()).kind).toBe('held');
    });

    it('gives it to one of twenty that come at once', async () => {
      const { lease } = await hold();
      await store.release(lease, 60_000);
      const nodes = upTo(4).map(() => createDocumentStore(bench.anotherPool(5), CLOCK));
      const claims = await Promise.all(
        upTo(20).map((turn) =>
          (nodes[turn % 4] ?? store).claim(claimRequest(companyId, { externalRef: 'ref' })),
        ),
      );
      expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(1);
      expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(19);
    });

    it('is the same claim again when its own COMMIT went unconfirmed', async () => {
      const { lease } = await hold();
      await store.release(lease, 60_000);
      const request = claimRequest(companyId, { externalRef: 'ref' });
      const first = heldOf(await store.claim(request));
      const again = heldOf(await store.claim(request));
      expect(Number(again.lease.fence)).toBe(Number(first.lease.fence) + 1);
    });
  });

  it('of another type is refused with the type that was issued, held or not', async () => {
    const { lease } = await hold();
    const other: Changes = { prepared: { tipoDte: '14' } };
    expect(await claim(other)).toEqual({ kind: 'doc_type_changed', issued: '01' });
    await store.release(lease, 60_000);
    expect(await claim(other)).toEqual({ kind: 'doc_type_changed', issued: '01' });
  });

  it('that is stamped returns the original and changes nothing', async () => {
    const sent = await send(await hold());
    const record = await store.settle(sent.lease, {
      kind: 'stamped',
      attempt: 1,
      stamp: STAMP,
      raw: STAMPED_RAW,
    });
    expect(await claim(withPayload('{"changed":true}'))).toEqual({ kind: 'stamped', record });
    expect(await claim({ waited: true })).toEqual({ kind: 'stamped', record });
    expect(await store.find(companyId, 'ref')).toEqual(record);
  });

  describe('with nothing of unknown fate', () => {
    it('takes the new payload at once and keeps number and instant', async () => {
      const first = await hold({ leaseMs: 0 });
      const summary = { ...first.record.summary, customerName: 'Otra Persona' };
      const second = await hold(withPayload('{"changed":true}', { summary, draft: '{"new":1}' }));
      expect(second.record).toMatchObject({
        documentId: first.record.documentId,
        numeroControl: first.record.numeroControl,
        codigoGeneracion: first.record.codigoGeneracion,
        postedMs: first.record.postedMs,
        summary,
        hasWanted: false,
      });
      expect(second.draft).toBe('{"new":1}');
      expect(second.wantedHash).toBe(second.record.payloadHash);
      expect(second.wantedHash).not.toBe(first.wantedHash);
    });

    it('asks for the place of its number', async () => {
      await hold({ leaseMs: 0 });
      const elsewhere = { prepared: { establishment: 'S002', pointOfSale: 'P009' } };
      const redraft = { kind: 'redraft', establishment: 'M001', pointOfSale: 'P001', generation: 'v2' };
      expect(await claim(elsewhere)).toEqual(redraft);
      expect((await claim()).kind).toBe('held');
    });

    it('asks for a generation that admits its number', async () => {
      const old = { establishment: 'CASA', pointOfSale: '0001', generation: 'v1' } as const;
      await hold({ prepared: old, leaseMs: 0 });
      expect(await claim({ prepared: { ...old, generation: 'v2' } })).toEqual({ kind: 'redraft', ...old });
      expect((await hold({ prepared: old })).record.generation).toBe('v1');
    });

    it('follows the company into the new generation', async () => {
      const first = await hold({ prepared: { generation: 'v1' }, leaseMs: 0 });
      const second = await hold();
      expect([first.record.generation, second.record.generation]).toEqual(['v1', 'v2']);
      expect(second.wantedHash).not.toBe(first.wantedHash);
    });
  });

  describe('that was rejected', () => {
    it('keeps number and instant, takes the new payload and forgets the rejection’s words', async () => {
      const first = await send(await hold());
      const rejected = await reject(first);
      expect(rejected).toMatchObject({ state: 'rejected', observaciones: REJECTION.observaciones });
      const retried = await hold(withPayload('{"corrected":true}'));
      expect(retried.record).toMatchObject({
        state: 'claimed',
        documentId: rejected.documentId,
        numeroControl: rejected.numeroControl,
        codigoGeneracion: rejected.codigoGeneracion,
        postedMs: rejected.postedMs,
        message: '',
        codigoMsg: '',
        observaciones: [],
      });
      expect(retried.attempts.map(({ outcome }) => outcome)).toEqual(['rejected']);
    });

    it.each([
      ['23:59:59', false],
      ['24:00:01', true],
    ] as const)('%s ago: a new generation code is %s', async (ago, renewed) => {
      const record = await reject(await send(await hold()));
      await rejectedAgo(ago);
      const codigoGeneracion = randomUUID().toUpperCase();
      const retried = await hold({ codigoGeneracion });
      expect(retried.record.codigoGeneracion).toBe(renewed ? codigoGeneracion : record.codigoGeneracion);
    });

    it('counts the 24 hours over retries that come to nothing', async () => {
      const record = await reject(await send(await hold()));
      await rejectedAgo('23 hours');
      await store.release((await hold()).lease, 60_000);
      await fallSilent(await hold());
      await bench.asSuperuser(
        `UPDATE documents SET settled_at = settled_at - interval '2 hours' WHERE company_id = $1`,
        [companyId],
      );
      const renewed = await hold();
      expect(renewed.record.codigoGeneracion).not.toBe(record.codigoGeneracion);
      await store.release(renewed.lease, 60_000);
      expect((await hold()).record.codigoGeneracion).toBe(renewed.record.codigoGeneracion);
    });

    it('brings the latest signed text with it, not all of them', async () => {
      for (const round of upTo(5)) {
        const sent = await send(await hold(withPayload(`{"round":${round}}`)));
        const { number } = present(sent.attempts.at(-1));
        expect(number).toBe(round);
        await store.settle(sent.lease, {
          kind: 'rejected',
          attempt: number,
          rejection: REJECTION,
          raw: { status: 400, body: '' },
        });
      }
      expect((await hold()).attempts.map(({ number }) => number)).toEqual([5]);
    });
  });

  describe('with bytes of unknown fate', () => {
    const silentDocument = async (payload: string, changes: Partial<ClaimRequest['prepared']> = {}) => {
      const sent = await send(await hold(withPayload(payload, changes)));
      await fallSilent(sent);
      return sent;
    };

    it('brings those bytes, and when they were sent', async () => {
      const sent = await silentDocument('A');
      await bench.asSuperuser(
        `UPDATE attempts SET last_sent_at = last_sent_at - interval '14 minutes' WHERE company_id = $1`,
        [companyId],
      );
      const [attempt] = (await hold(withPayload('A'))).attempts;
      expect(attempt).toMatchObject({ number: 1, outcome: 'unknown', sends: 1 });
      expect(attempt?.jws).toBe(sent.attempts[0]?.jws);
      const ago = performance.now() - present(attempt).lastSentMs;
      expect(ago).toBeGreaterThan(14 * 60_000);
      expect(ago).toBeLessThan(14 * 60_000 + 10_000);
    });

    it('lets a changed payload wait beside them', async () => {
      const sent = await silentDocument('A');
      const changed = await hold(withPayload('B', { draft: '{"b":1}' }));
      expect(changed.record).toMatchObject({
        hasWanted: true,
        payloadHash: sent.wantedHash,
        state: 'contingency',
      });
      expect(changed.wantedHash).not.toBe(sent.wantedHash);
      expect(changed.draft).toBe(sent.draft);
    });

    it('forgets the changed payload when the caller goes back to the first', async () => {
      const sent = await silentDocument('A');
      await fallSilent(await hold(withPayload('B')));
      const back = await hold(withPayload('A'));
      expect(back.record.hasWanted).toBe(false);
      expect(back.wantedHash).toBe(sent.wantedHash);
    });

    it('takes the latest of several changes', async () => {
      await silentDocument('A');
      const b = await hold(withPayload('B'));
      await fallSilent(b);
      const c = await hold(withPayload('C'));
      expect(c.wantedHash).not.toBe(b.wantedHash);
      await fallSilent(c);
      expect((await hold(withPayload('C'))).wantedHash).toBe(c.wantedHash);
    });

    it('knows the payload again although the company changed its generation', async () => {
      const sent = await silentDocument('A', { generation: 'v1' });
      const again = await hold(withPayload('A', { generation: 'v2' }));
      expect(again.record).toMatchObject({ hasWanted: false, generation: 'v1' });
      expect(again.wantedHash).toBe(sent.wantedHash);
    });

    it('keeps the generation code, however long ago a rejection was', async () => {
      const { record } = await silentDocument('A');
      await rejectedAgo('25 hours');
      expect((await hold(withPayload('A'))).record.codigoGeneracion).toBe(record.codigoGeneracion);
      expect(
        await bench.asSuperuser('SELECT count(*)::int FROM documents WHERE company_id = $1', [companyId]),
      ).toEqual([{ count: 1 }]);
    });
  });

  describe('after waiting for another holder', () => {
    const waited = { waited: true };

    it('gives that one’s rejection for the same payload', async () => {
      const record = await reject(await send(await hold()));
      expect(await claim(waited)).toEqual({ kind: 'settled', record });
      expect((await claim()).kind).toBe('held');
    });

    it('gives that one’s contingency for the same payload', async () => {
      const record = await fallSilent(await send(await hold()));
      expect(await claim(waited)).toEqual({ kind: 'settled', record });
      expect((await claim()).kind).toBe('held');
    });

    it('takes it up for another payload', async () => {
      await reject(await send(await hold()));
      expect((await claim({ ...waited, ...withPayload('B') })).kind).toBe('held');
    });

    it('compares with the payload that waits', async () => {
      await fallSilent(await send(await hold(withPayload('A'))));
      await fallSilent(await hold(withPayload('B')));
      expect((await claim({ ...waited, ...withPayload('B') })).kind).toBe('settled');
      expect((await claim({ ...waited, ...withPayload('A') })).kind).toBe('held');
    });

    it('takes it up where that one died over it', async () => {
      await hold({ leaseMs: 0 });
      const taken = await hold({ ...waited, leaseMs: 0 });
      await send(taken);
      await bench.asSuperuser('UPDATE documents SET lease_until = now() WHERE company_id = $1', [companyId]);
      expect((await hold(waited)).record.state).toBe('in_flight');
    });
  });
});
