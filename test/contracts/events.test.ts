import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Contingencia } from '../../src/core/dte/contingencia.ts';
import type { HeldEvent } from '../../src/operations/contingencies/ports.ts';
import { codeOf, idOf, refOf, sealOf } from '../support/identifiers.ts';
import { present, upTo } from '../support/storage-bench.ts';
import { LEASE_MS } from './one-company.ts';
import { describeDocumentStore } from './storages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CLOCKS = { reportMs: 24 * HOUR_MS, transmitMs: 72 * HOUR_MS };
const QUARANTINE_MS = 15 * MINUTE_MS;
const RAW = { status: 200, body: '{}' };
const SEAL = { selloRecibido: sealOf('A'), raw: RAW, transmitMs: CLOCKS.transmitMs };
const FLOOD: Contingencia = { tipo: 5, motivo: 'Inundación' };

describeDocumentStore('reporting contingencies', (rig, company) => {
  const addFormal = async (count: number, contingencia?: Contingencia) => {
    for (const number of upTo(count)) {
      const externalRef = refOf(`${contingencia?.tipo ?? ''} ${number} ${randomUUID()}`);
      await company.formal({ externalRef }, contingencia);
    }
  };
  const openEvent = (nowMs = Date.now()) => {
    const [eventId, codigoGeneracion] = [randomUUID(), codeOf(randomUUID())];
    const event = { companyId: company.companyId, ambiente: '00', eventId, codigoGeneracion, nowMs } as const;
    return rig.contingencies.open(event, CLOCKS);
  };
  const due = () => rig.dueContingencies(company.companyId);
  const take = async (): Promise<HeldEvent> => {
    const eventId = present((await due()).find((one) => one.eventId !== null)?.eventId);
    return present(await rig.contingencies.take(company.companyId, eventId, LEASE_MS));
  };
  const takeAgain = async () => {
    await company.pass(10 * MINUTE_MS);
    return take();
  };
  const opened = async (count = 1) => {
    await addFormal(count);
    await openEvent();
    return take();
  };
  const sealed = async (count = 1) => {
    const { lease } = await opened(count);
    await rig.contingencies.recordAttempt(lease, 'bytes', LEASE_MS);
    expect(await rig.contingencies.seal(lease, SEAL)).toBe(true);
    return take();
  };

  describe('contingency events', () => {
    it('cover their documents from the first one to the authority’s return, in whole seconds', async () => {
      const before = Date.now();
      await addFormal(3);
      const standing = await rig.contingencies.unreported(company.companyId, '00', QUARANTINE_MS);
      expect(standing).toMatchObject({ count: 3, pending: 0, sample: { tipoDte: '01' } });
      expect(await due()).toEqual([{ companyId: company.companyId, ambiente: '00', eventId: null }]);
      const nowMs = Date.now() + HOUR_MS;
      expect(await openEvent(nowMs)).toBe(true);
      const event = await take();
      expect(event).toMatchObject({
        contingencia: { tipo: 1, motivo: null },
        transmitUntilMs: null,
        attempts: [],
        tries: 0,
        endsMs: Math.floor(nowMs / 1_000) * 1_000,
      });
      expect(event.startsMs % 1_000).toBe(0);
      expect(before - event.startsMs).toBeLessThan(1_000);
      expect(event.reportUntilMs - event.endsMs).toBe(CLOCKS.reportMs);
      expect(event.documents).toHaveLength(3);
      const { documentId } = present(standing.sample);
      expect(event.documents.map((one) => one.documentId)).toContain(documentId);
      expect(await openEvent()).toBe(false);
      expect(await due()).toEqual([]);
    });

    it('never mix two kinds of contingency', async () => {
      await addFormal(2);
      await addFormal(3, FLOOD);
      expect([await openEvent(), await openEvent(), await openEvent()]).toEqual([true, true, false]);
      const events = [await take(), await take()];
      const kinds = events.map(({ contingencia, documents }) => [contingencia.motivo, documents.length]);
      expect(kinds).toEqual(
        expect.arrayContaining([
          [null, 2],
          [FLOOD.motivo, 3],
        ]),
      );
    });

    it('list documents of both generations together', async () => {
      await company.formal({ externalRef: refOf(`v1 ${randomUUID()}`), prepared: { generation: 'v1' } });
      await addFormal(2);
      expect([await openEvent(), await openEvent()]).toEqual([true, false]);
      expect((await take()).documents).toHaveLength(3);
    });

    it('list no document that has been stamped meanwhile', async () => {
      const event = await opened(3);
      const [arrived] = event.documents;
      const { documentId } = present(arrived);
      const key = { companyId: company.companyId, documentId, leaseMs: LEASE_MS, mostTakings: 10 };
      const taking = await rig.work.take({ ...key, early: true });
      if (taking.kind !== 'held') throw new Error('nobody holds the document');
      const { lease, attempts } = taking.held;
      const number = present(attempts.at(-1)).number;
      const again = present(await rig.store.recordResend(lease, number, LEASE_MS));
      await company.stamp(again);
      const { documents } = await takeAgain();
      expect(documents).toEqual(event.documents.slice(1));
    });

    it('list each document once, whoever opens them', async () => {
      await addFormal(4);
      const results = await Promise.all(upTo(4).map(() => openEvent()));
      expect(results.filter((one) => one)).toHaveLength(1);
      expect((await take()).documents).toHaveLength(4);
    });

    it('wait for documents in doubt, but not for ever', async () => {
      await addFormal(1);
      await company.fallSilent(await company.send(await company.hold({ externalRef: refOf('doubt') })));
      const pending = async () =>
        (await rig.contingencies.unreported(company.companyId, '00', QUARANTINE_MS)).pending;
      expect(await pending()).toBe(0);
      await company.pass(QUARANTINE_MS);
      expect(await pending()).toBe(1);
      await company.pass(8 * QUARANTINE_MS);
      expect(await pending()).toBe(0);
    });

    it('are taken once, and leave a stale holder nothing to write', async () => {
      const stale = await opened();
      expect(await rig.contingencies.take(company.companyId, stale.lease.eventId, LEASE_MS)).toBeNull();
      const event = await takeAgain();
      expect(Number(event.lease.fence)).toBe(Number(stale.lease.fence) + 1);
      const before = await company.everything();
      const { contingencies } = rig;
      const codigoGeneracion = codeOf(randomUUID());
      const rejection = { observaciones: [], raw: RAW, codigoGeneracion, retryMs: 0 };
      expect(await contingencies.recordAttempt(stale.lease, 'late', LEASE_MS)).toBeNull();
      expect(await contingencies.recordResend(stale.lease, 1, LEASE_MS)).toBeNull();
      expect(await contingencies.closeAttempt(stale.lease, 1)).toBeNull();
      expect(await contingencies.seal(stale.lease, SEAL)).toBe(false);
      expect(await contingencies.reject(stale.lease, rejection)).toBe(false);
      await contingencies.finish(stale.lease);
      await contingencies.release(stale.lease, 0);
      expect(await company.everything()).toEqual(before);
      await contingencies.release(event.lease, 0);
      expect(await due()).toHaveLength(1);
    });

    it('have their bytes on record as unknown, and count what is sent again', async () => {
      const { lease } = await opened();
      expect(await rig.contingencies.recordAttempt(lease, 'bytes', LEASE_MS)).toMatchObject([{ number: 1 }]);
      expect(await rig.contingencies.recordResend(lease, 1, LEASE_MS)).toMatchObject([{ sends: 2 }]);
      const event = await takeAgain();
      expect(event).toMatchObject({
        attempts: [{ number: 1, jws: 'bytes', outcome: 'unknown', sends: 2 }],
      });
      expect(Math.round(present(event.attempts[0]).ageMs / MINUTE_MS)).toBe(10);
      await rig.contingencies.closeAttempt(event.lease, 1);
      expect(await takeAgain()).toMatchObject({ attempts: [{ outcome: 'not_delivered' }] });
    });

    it('take a new code after a rejection', async () => {
      const { lease } = await opened();
      await rig.contingencies.recordAttempt(lease, 'bytes', LEASE_MS);
      const codigoGeneracion = codeOf(randomUUID());
      const rejection = { observaciones: ['MAL'], raw: RAW, codigoGeneracion, retryMs: 0 };
      expect(await rig.contingencies.reject(lease, rejection)).toBe(true);
      expect(await take()).toMatchObject({ codigoGeneracion, attempts: [{ outcome: 'rejected' }], tries: 1 });
    });

    it('start the 72 hours of their documents with the first sending', async () => {
      const { lease } = await opened(2);
      await rig.contingencies.recordAttempt(lease, 'bytes', LEASE_MS);
      await company.pass(HOUR_MS);
      const again = await take();
      await rig.contingencies.seal(again.lease, SEAL);
      const event = await take();
      const leftMs = present(event.transmitUntilMs) - Date.now();
      expect(Math.abs(leftMs - 71 * HOUR_MS)).toBeLessThan(MINUTE_MS);
    });

    it('let their documents follow once they are sealed, which are then reported', async () => {
      const event = await sealed(2);
      const { open: count, free } = await rig.contingencies.waiting(event.lease, {
        limit: 1,
        restMs: MINUTE_MS,
      });
      expect({ count, free: free.length }).toEqual({ count: 2, free: 1 });
      expect(await rig.due(company.companyId)).toEqual([]);
      await rig.contingencies.bringForward(event.lease, free);
      const [documentId = ''] = await rig.due(company.companyId);
      expect(free).toEqual([{ companyId: company.companyId, documentId }]);
      const lease = {
        companyId: company.companyId,
        documentId: idOf(documentId),
        leaseMs: LEASE_MS,
        mostTakings: 3,
      };
      expect(await rig.work.take(lease)).toMatchObject({ held: { contingency: { reported: true } } });
      expect(await rig.contingencies.waiting(event.lease, { limit: 9, restMs: MINUTE_MS })).toMatchObject({
        open: 2,
        free: [{}],
      });
    });

    it('keep back what is in doubt, and are done with what has a verdict', async () => {
      const event = await sealed(1);
      const [first] = (await rig.contingencies.waiting(event.lease, { limit: 1, restMs: MINUTE_MS })).free;
      const { documentId } = present(first);
      const { companyId } = company;
      const taking = await rig.work.take({
        companyId,
        documentId,
        leaseMs: LEASE_MS,
        mostTakings: 3,
        early: true,
      });
      if (taking.kind !== 'held') throw new Error(`expected a document, got ${taking.kind}`);
      const document = taking.held;
      const sent = present(await rig.store.recordResend(document.lease, 1, LEASE_MS));
      expect(await rig.contingencies.waiting(event.lease, { limit: 9, restMs: MINUTE_MS })).toEqual({
        open: 1,
        free: [],
      });
      await company.fallSilent(sent, 0);
      expect(await rig.contingencies.waiting(event.lease, { limit: 9, restMs: MINUTE_MS })).toEqual({
        open: 1,
        free: [],
      });
      await company.stamp(sent);
      expect(await rig.contingencies.waiting(event.lease, { limit: 9, restMs: MINUTE_MS })).toEqual({
        open: 0,
        free: [],
      });
      await rig.contingencies.finish(event.lease);
      await company.pass(24 * HOUR_MS);
      expect(await due()).toEqual([]);
    });

    it('let go alone for a while what was sent and did not arrive', async () => {
      const event = await sealed(1);
      const lote = { limit: 9, restMs: MINUTE_MS };
      const { documentId } = present((await rig.contingencies.waiting(event.lease, lote)).free[0]);
      const { companyId } = company;
      const request = { companyId, documentId, leaseMs: LEASE_MS, mostTakings: 3, early: true };
      const taking = await rig.work.take(request);
      if (taking.kind !== 'held') throw new Error(`expected a document, got ${taking.kind}`);
      const { lease } = taking.held;
      const sent = present(await rig.store.recordResend(lease, 1, LEASE_MS));
      await rig.store.closeAttempt(lease, 1, 'not_delivered');
      await company.fallSilent(sent, 0);
      expect(await rig.contingencies.waiting(event.lease, lote)).toEqual({ open: 1, free: [] });
      await company.pass(MINUTE_MS);
      expect(await rig.contingencies.waiting(event.lease, lote)).toMatchObject({ free: [{ documentId }] });
    });

    it('keep their seal', async () => {
      const event = await sealed();
      await expect(
        rig.contingencies.seal(event.lease, { ...SEAL, selloRecibido: sealOf('B'.repeat(40)) }),
      ).rejects.toThrow(/is sealed/);
    });

    it('lose a document that takes a new generation code', async () => {
      const event = await sealed();
      const [one] = (await rig.contingencies.waiting(event.lease, { limit: 1, restMs: MINUTE_MS })).free;
      const { externalRef } = present(await rig.store.find(company.companyId, present(one).documentId));
      const held = await company.hold({ externalRef });
      await company.reject(present(await rig.store.recordResend(held.lease, 1, LEASE_MS)));
      await company.pass(25 * HOUR_MS);
      const renewed = await company.hold({ externalRef });
      expect(renewed.contingency).toMatchObject({ declared: null, reported: false });
      expect(await rig.contingencies.waiting(event.lease, { limit: 1, restMs: MINUTE_MS })).toEqual({
        open: 0,
        free: [],
      });
    });

    it('are none of another company', async () => {
      const { lease } = await opened();
      await company.pass(10 * MINUTE_MS);
      expect(await rig.contingencies.take(await rig.addCompany(), lease.eventId, 1)).toBeNull();
    });
  });
});
