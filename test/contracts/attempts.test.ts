import { describe, expect, it } from 'vitest';
import type { HeldDocument, Lease } from '../../src/operations/documents/ports.ts';
import { present } from '../support/storage-bench.ts';
import { LEASE_MS, nextAttempt, rejectionOf, SILENCE, stampFor, withPayload } from './one-company.ts';
import { describeDocumentStore } from './storages.ts';

describeDocumentStore('between claim and verdict', (rig, company) => {
  const sent = async () => company.send(await company.hold());
  /** Bytes of payload A are of unknown fate, and the caller has sent payload B since. */
  const changedSince = async () => {
    await company.fallSilent(await company.send(await company.hold(withPayload('A'))));
    return company.hold(withPayload('B'));
  };

  describe('recording an attempt', () => {
    it('keeps the bytes as unknown and puts the document in flight', async () => {
      const before = performance.now();
      const held = await company.send(await company.hold(), 'a.b.ñ');
      expect(held.record.state).toBe('in_flight');
      const [attempt] = held.attempts;
      expect(attempt).toMatchObject({ number: 1, jws: 'a.b.ñ', outcome: 'unknown', sends: 1, formal: false });
      expect(present(attempt).lastSentMs).toBeGreaterThan(before - 1_000);
      expect(present(attempt).lastSentMs).toBeLessThan(performance.now() + 1_000);
    });

    it('is refused beside one of unknown fate', async () => {
      const held = await sent();
      const before = await company.everything();
      await expect(rig.store.recordAttempt(held.lease, nextAttempt(held), LEASE_MS)).rejects.toThrow(
        /attempts_one_unknown/,
      );
      expect(await company.everything()).toEqual(before);
    });

    it('extends the lease', async () => {
      const document = await company.hold();
      await company.pass(LEASE_MS - 5_000);
      await company.send(document);
      await company.pass(10_000);
      expect((await company.claim()).kind).toBe('busy');
    });
  });

  describe('keeping bytes that are not sent now', () => {
    it('leaves the document where it was, and they can be sent later', async () => {
      const held = await company.hold();
      const kept = present(await rig.store.keepUnsent(held.lease, nextAttempt(held)));
      expect(kept.record.state).toBe('claimed');
      expect(kept.attempts).toMatchObject([{ number: 1, outcome: 'not_delivered', sends: 0 }]);
      const again = present(await rig.store.recordResend(held.lease, 1, LEASE_MS));
      expect(again.attempts).toMatchObject([{ number: 1, outcome: 'unknown', sends: 1 }]);
      expect(await rig.store.keepUnsent({ ...held.lease, fence: '0' }, nextAttempt(again))).toBeNull();
    });

    it('makes a document in contingency formal, once and for all', async () => {
      await company.fallSilent(await company.hold());
      const held = await company.hold();
      const keep = (document: HeldDocument, tipo: 1 | 2) =>
        rig.store.keepUnsent(
          held.lease,
          nextAttempt(document, { contingencia: { tipo, motivo: null }, jws: `${tipo}` }),
        );
      const formal = present(await keep(held, 1));
      expect(formal.contingency).toMatchObject({ declared: { tipo: 1, motivo: null }, reported: false });
      expect(formal.attempts).toMatchObject([{ formal: true }]);
      expect(present(await keep(formal, 2)).contingency.declared).toEqual({ tipo: 1, motivo: null });
    });

    it('makes no document formal that never was in contingency', async () => {
      const held = await company.hold();
      const formal = nextAttempt(held, { contingencia: { tipo: 1, motivo: null } });
      expect(await rig.store.keepUnsent(held.lease, formal)).toBeNull();
    });
  });

  describe('resending', () => {
    it('counts the sendings and keeps the bytes', async () => {
      const held = await sent();
      await company.pass(3_600_000);
      const again = present(await rig.store.recordResend(held.lease, 1, LEASE_MS));
      expect(again.attempts).toMatchObject([{ number: 1, sends: 2, outcome: 'unknown' }]);
      expect(again.attempts[0]?.jws).toBe(held.attempts[0]?.jws);
      expect(performance.now() - present(again.attempts[0]).lastSentMs).toBeLessThan(5_000);
    });

    it.each(['not_delivered', 'absent'] as const)('opens %s bytes again and counts anew', async (outcome) => {
      const held = await sent();
      await rig.store.recordResend(held.lease, 1, LEASE_MS);
      await rig.store.closeAttempt(held.lease, 1, outcome);
      const again = present(await rig.store.recordResend(held.lease, 1, LEASE_MS));
      expect(again.attempts).toMatchObject([{ sends: 1, outcome: 'unknown' }]);
    });

    it('of an attempt that does not exist is a mistake that changes nothing', async () => {
      const held = await sent();
      const before = await company.everything();
      await expect(rig.store.recordResend(held.lease, 7, LEASE_MS)).rejects.toThrow(/missing/);
      expect(await company.everything()).toEqual(before);
    });
  });

  describe('closing an attempt', () => {
    it.each(['not_delivered', 'absent'] as const)('notes that it was %s', async (outcome) => {
      const closed = present(await rig.store.closeAttempt((await sent()).lease, 1, outcome));
      expect(closed.attempts).toMatchObject([{ number: 1, outcome }]);
      expect(closed.record.state).toBe('in_flight');
    });

    it('makes the payload that waited the document’s own', async () => {
      const changed = await changedSince();
      const closed = present(await rig.store.closeAttempt(changed.lease, 1, 'absent'));
      expect(closed.record).toMatchObject({ hasWanted: false, payloadHash: changed.wantedHash });
      expect(closed.wantedHash).toBe(changed.wantedHash);
      expect(closed.draft).toContain('"payload":"B"');
      expect(closed.attempts[0]?.payloadHash).not.toBe(closed.wantedHash);
    });

    it('leaves room for new bytes', async () => {
      const closed = present(await rig.store.closeAttempt((await sent()).lease, 1, 'absent'));
      const again = await company.send(closed, 'second');
      const second = { number: 2, jws: 'second', outcome: 'unknown' };
      expect(again.attempts).toMatchObject([{ number: 1, outcome: 'absent' }, second]);
      const resent = present(await rig.store.recordResend(again.lease, 2, LEASE_MS));
      expect(resent.attempts).toMatchObject([{ ...second, sends: 2 }]);
    });

    it('that is not open is a mistake that changes nothing', async () => {
      const changed = await changedSince();
      const before = await company.everything();
      await expect(rig.store.closeAttempt(changed.lease, 2, 'absent')).rejects.toThrow(/not open/);
      expect(await company.everything()).toEqual(before);
    });
  });

  it('a release ends the lease and leaves the bytes', async () => {
    const held = await sent();
    await rig.store.release(held.lease, 60_000);
    expect((await company.hold()).attempts).toMatchObject([{ outcome: 'unknown' }]);
  });

  describe('a holder whose lease was taken over', () => {
    const writes: readonly (readonly [string, (lease: Lease, document: HeldDocument) => Promise<unknown>])[] =
      [
        ['records no attempt', (lease, one) => rig.store.recordAttempt(lease, nextAttempt(one), LEASE_MS)],
        ['keeps no bytes', (lease, one) => rig.store.keepUnsent(lease, nextAttempt(one))],
        ['resends nothing', (lease) => rig.store.recordResend(lease, 1, LEASE_MS)],
        ['closes nothing', (lease) => rig.store.closeAttempt(lease, 1, 'absent')],
        ['settles no stamp', (lease) => rig.store.settle(lease, stampFor(1))],
        ['settles no rejection', (lease) => rig.store.settle(lease, rejectionOf(1))],
        ['settles no silence', (lease) => rig.store.settle(lease, SILENCE)],
      ];
    const stale = async () => {
      const held = await sent();
      await company.pass(LEASE_MS);
      await company.hold();
      return held;
    };

    it.each(writes)('%s', async (_title, write) => {
      const held = await stale();
      const before = await company.everything();
      expect(await write(held.lease, held)).toBeNull();
      expect(await company.everything()).toEqual(before);
    });

    it('neither renews nor releases', async () => {
      const held = await stale();
      const before = await company.everything();
      expect(await rig.store.renew(held.lease, LEASE_MS)).toBe(false);
      await rig.store.release(held.lease, 60_000);
      expect(await company.everything()).toEqual(before);
      expect((await company.claim()).kind).toBe('busy');
    });
  });
});
