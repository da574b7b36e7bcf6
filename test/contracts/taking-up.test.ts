import { describe, expect, it } from 'vitest';
import type { ClaimRequest } from '../../src/operations/documents/ports.ts';
import { REJECTION } from '../support/answers.ts';
import { freshCodes } from '../support/document-codes.ts';
import { establishmentOf, pointOfSaleOf, refOf } from '../support/identifiers.ts';
import { claimRequest, heldOf, present, upTo } from '../support/storage-bench.ts';
import { LEASE_MS, withPayload } from './one-company.ts';
import { describeDocumentStore } from './storages.ts';

const HOUR_MS = 3_600_000;

describeDocumentStore('taking up', (rig, company) => {
  describe('a document that somebody holds', () => {
    it('is refused as busy, as it stands', async () => {
      const { record } = await company.hold();
      expect(await company.claim()).toEqual({ kind: 'busy', record });
      expect(await company.claim({ waited: true })).toEqual({ kind: 'busy', record });
    });

    it('is given when the lease has ended, which voids the first holder', async () => {
      const first = await company.hold();
      await company.pass(LEASE_MS - 5_000);
      expect((await company.claim()).kind).toBe('busy');
      await company.pass(5_000);
      const second = await company.hold();
      expect(second.record.numeroControl).toBe(first.record.numeroControl);
      expect(Number(second.lease.fence)).toBe(Number(first.lease.fence) + 1);
      expect(await rig.store.renew(first.lease, LEASE_MS)).toBe(false);
      expect(await rig.store.renew(second.lease, LEASE_MS)).toBe(true);
    });

    it('is given to one of twenty that come at once after its release', async () => {
      const { lease } = await company.hold();
      await rig.store.release(lease, 60_000);
      const nodes = upTo(4).map(() => rig.anotherNode());
      const claims = await Promise.all(
        upTo(20).map((turn) =>
          (nodes[turn % 4] ?? rig).store.claim(
            claimRequest(company.companyId, { externalRef: refOf('ref') }),
          ),
        ),
      );
      expect(claims.filter(({ kind }) => kind === 'held')).toHaveLength(1);
      expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(19);
    });

    it('is given again to the same claim, whose COMMIT went unconfirmed', async () => {
      const request = claimRequest(company.companyId, { externalRef: refOf('ref') });
      const first = heldOf(await rig.store.claim(request));
      const again = heldOf(await rig.store.claim(request));
      expect(Number(again.lease.fence)).toBe(Number(first.lease.fence) + 1);
    });
  });

  it('a document of another type is refused with the type that was issued, held or not', async () => {
    const { lease } = await company.hold();
    const other = { prepared: { tipoDte: '14' } } as const;
    expect(await company.claim(other)).toEqual({ kind: 'doc_type_changed', issued: '01' });
    await rig.store.release(lease, 60_000);
    expect(await company.claim(other)).toEqual({ kind: 'doc_type_changed', issued: '01' });
  });

  it('a stamped document is the answer, and changes no more', async () => {
    const record = await company.stamp(await company.send(await company.hold()));
    const before = await company.everything();
    expect(await company.claim(withPayload('{"changed":true}'))).toEqual({ kind: 'stamped', record });
    expect(await company.claim({ waited: true })).toEqual({ kind: 'stamped', record });
    expect(await company.everything()).toEqual(before);
  });

  describe('a document with nothing of unknown fate', () => {
    it('takes the new payload at once and keeps number and instant', async () => {
      const first = await company.hold({ leaseMs: 0 });
      const summary = { ...first.record.summary, customerName: 'Otra Persona' };
      const second = await company.hold(withPayload('{"changed":true}', { summary, draft: '{"new":1}' }));
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
      await company.hold({ leaseMs: 0 });
      const redraft = {
        kind: 'redraft',
        establishment: establishmentOf('M001'),
        pointOfSale: pointOfSaleOf('P001'),
        generation: 'v2',
      };
      const elsewhere = {
        prepared: { establishment: establishmentOf('S002'), pointOfSale: pointOfSaleOf('P009') },
      };
      expect(await company.claim(elsewhere)).toEqual(redraft);
      expect((await company.claim()).kind).toBe('held');
    });

    it('asks for a generation that admits its number', async () => {
      const old = {
        establishment: establishmentOf('CASA'),
        pointOfSale: pointOfSaleOf('0001'),
        generation: 'v1',
      } as const;
      await company.hold({ prepared: old, leaseMs: 0 });
      const redraft = { kind: 'redraft', ...old };
      expect(await company.claim({ prepared: { ...old, generation: 'v2' } })).toEqual(redraft);
      expect((await company.hold({ prepared: old })).record.generation).toBe('v1');
    });

    it('follows the company into the new generation', async () => {
      const first = await company.hold({ prepared: { generation: 'v1' }, leaseMs: 0 });
      const second = await company.hold();
      expect([first.record.generation, second.record.generation]).toEqual(['v1', 'v2']);
      expect(second.wantedHash).not.toBe(first.wantedHash);
    });
  });

  describe('a document that was rejected', () => {
    it('keeps number and instant, takes the new payload and forgets the rejection’s words', async () => {
      const rejected = await company.reject(await company.send(await company.hold()));
      expect(rejected).toMatchObject({ state: 'rejected', observaciones: REJECTION.observaciones });
      const retried = await company.hold(withPayload('{"corrected":true}'));
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
      [24 * HOUR_MS - 10_000, false],
      [24 * HOUR_MS, true],
    ] as const)('%d ms ago: a new generation code is %s', async (agoMs, renewed) => {
      const record = await company.reject(await company.send(await company.hold()));
      await company.pass(agoMs);
      const codigoGeneracion = freshCodes();
      const retried = await company.hold({ codigoGeneracion });
      expect(retried.record.codigoGeneracion).toBe(renewed ? codigoGeneracion(1) : record.codigoGeneracion);
    });

    it('gets another code after each day without a stamp, the next of its own', async () => {
      const codigoGeneracion = freshCodes();
      const codes: string[] = [];
      for (const _ of upTo(3)) {
        codes.push(
          (await company.reject(await company.send(await company.hold({ codigoGeneracion }))))
            .codigoGeneracion,
        );
        await company.pass(24 * HOUR_MS);
      }
      expect(codes).toEqual([0, 1, 2].map(codigoGeneracion));
    });

    it('counts the 24 hours over retries that come to nothing', async () => {
      const record = await company.reject(await company.send(await company.hold()));
      await company.pass(23 * HOUR_MS);
      await rig.store.release((await company.hold()).lease, 60_000);
      await company.fallSilent(await company.hold());
      await company.pass(2 * HOUR_MS);
      const renewed = await company.hold();
      expect(renewed.record.codigoGeneracion).not.toBe(record.codigoGeneracion);
      await rig.store.release(renewed.lease, 60_000);
      expect((await company.hold()).record.codigoGeneracion).toBe(renewed.record.codigoGeneracion);
    });

    it('brings the latest signed text with it, not all of them', async () => {
      for (const round of upTo(5)) {
        const sent = await company.send(await company.hold(withPayload(`{"round":${round}}`)));
        expect(present(sent.attempts.at(-1)).number).toBe(round);
        await company.reject(sent);
      }
      expect((await company.hold()).attempts.map(({ number }) => number)).toEqual([5]);
    });
  });

  describe('a document with bytes of unknown fate', () => {
    const silentDocument = async (payload: string, changes: Partial<ClaimRequest['prepared']> = {}) => {
      const sent = await company.send(await company.hold(withPayload(payload, changes)));
      await company.fallSilent(sent);
      return sent;
    };

    it('brings those bytes, and when they were sent', async () => {
      const sent = await silentDocument('A');
      await company.pass(14 * 60_000);
      const [attempt] = (await company.hold(withPayload('A'))).attempts;
      expect(attempt).toMatchObject({ number: 1, outcome: 'unknown', sends: 1 });
      expect(attempt?.jws).toBe(sent.attempts[0]?.jws);
      const ago = performance.now() - present(attempt).lastSentMs;
      expect(ago).toBeGreaterThan(14 * 60_000 - 1_000);
      expect(ago).toBeLessThan(14 * 60_000 + 10_000);
    });

    it('lets a changed payload wait beside them', async () => {
      const sent = await silentDocument('A');
      const changed = await company.hold(withPayload('B', { draft: '{"b":1}' }));
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
      await company.fallSilent(await company.hold(withPayload('B')));
      const back = await company.hold(withPayload('A'));
      expect(back.record.hasWanted).toBe(false);
      expect(back.wantedHash).toBe(sent.wantedHash);
    });

    it('takes the latest of several changes', async () => {
      await silentDocument('A');
      const b = await company.hold(withPayload('B'));
      await company.fallSilent(b);
      const c = await company.hold(withPayload('C'));
      expect(c.wantedHash).not.toBe(b.wantedHash);
      await company.fallSilent(c);
      expect((await company.hold(withPayload('C'))).wantedHash).toBe(c.wantedHash);
    });

    it('knows the payload again although the company changed its generation', async () => {
      const sent = await silentDocument('A', { generation: 'v1' });
      const again = await company.hold(withPayload('A', { generation: 'v2' }));
      expect(again.record).toMatchObject({ hasWanted: false, generation: 'v1' });
      expect(again.wantedHash).toBe(sent.wantedHash);
    });

    it('keeps the generation code, however long ago a rejection was', async () => {
      await company.reject(await company.send(await company.hold(withPayload('A'))));
      const { record } = await silentDocument('A');
      await company.pass(25 * HOUR_MS);
      expect((await company.hold(withPayload('A'))).record.codigoGeneracion).toBe(record.codigoGeneracion);
    });
  });

  describe('a document whose other holder was waited for', () => {
    const waited = { waited: true };

    it('is that one’s rejection for the same payload', async () => {
      const record = await company.reject(await company.send(await company.hold()));
      expect(await company.claim(waited)).toEqual({ kind: 'settled', record });
      expect((await company.claim()).kind).toBe('held');
    });

    it('is that one’s contingency for the same payload', async () => {
      const record = await company.fallSilent(await company.send(await company.hold()));
      expect(await company.claim(waited)).toEqual({ kind: 'settled', record });
      expect((await company.claim()).kind).toBe('held');
    });

    it('is taken up for another payload', async () => {
      await company.reject(await company.send(await company.hold()));
      expect((await company.claim({ ...waited, ...withPayload('B') })).kind).toBe('held');
    });

    it('is compared with the payload that waits', async () => {
      await company.fallSilent(await company.send(await company.hold(withPayload('A'))));
      await company.fallSilent(await company.hold(withPayload('B')));
      expect((await company.claim({ ...waited, ...withPayload('B') })).kind).toBe('settled');
      expect((await company.claim({ ...waited, ...withPayload('A') })).kind).toBe('held');
    });

    it('is taken up where that one died over it', async () => {
      await company.send(await company.hold());
      await company.pass(LEASE_MS);
      expect((await company.hold(waited)).record.state).toBe('in_flight');
    });
  });
});
