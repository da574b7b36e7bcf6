import { describe, expect, it } from 'vitest';
import { REJECTION, STAMP, STAMPED_RAW } from '../support/answers.ts';
import { rejectionOf, SILENCE, stampFor, withPayload } from './one-company.ts';
import { describeDocumentStore } from './storages.ts';

describeDocumentStore('settling', (rig, company) => {
  const sent = async (payload = 'A') => company.send(await company.hold(withPayload(payload)));

  describe('a stamp', () => {
    it('is kept and ends the lease', async () => {
      expect(await company.stamp(await sent())).toMatchObject({
        state: 'stamped',
        selloRecibido: STAMP.selloRecibido,
        codigoMsg: '001',
        message: 'RECIBIDO',
        observaciones: [],
        hasWanted: false,
      });
      expect((await company.claim()).kind).toBe('stamped');
    });

    it('with observations tells them', async () => {
      const stamp = { ...STAMP, codigoMsg: '002', descripcionMsg: 'CON OBSERVACIONES.' };
      const observaciones = ['Una.', 'Dos.'];
      const verdict = {
        kind: 'stamped',
        attempt: 1,
        stamp: { ...stamp, observaciones },
        raw: STAMPED_RAW,
      } as const;
      expect(await company.settle(await sent(), verdict)).toMatchObject({
        codigoMsg: '002',
        message: 'CON OBSERVACIONES. Una. Dos.',
        observaciones: [],
      });
    });

    it('drops the payload that waited, visibly', async () => {
      const first = await sent('A');
      await company.fallSilent(first);
      const record = await company.stamp(await company.hold(withPayload('B')));
      expect(record).toMatchObject({ state: 'stamped', hasWanted: false, payloadHash: first.wantedHash });
      expect(record.message).toMatch(/datos nuevos no se aplicaron/);
    });

    it('for an attempt that does not exist changes nothing', async () => {
      const document = await sent();
      const before = await company.everything();
      await expect(rig.store.settle(document.lease, stampFor(2))).rejects.toThrow();
      expect(await company.everything()).toEqual(before);
    });

    it('comes once', async () => {
      const document = await sent();
      await company.stamp(document);
      const before = await company.everything();
      for (const verdict of [stampFor(1), rejectionOf(1), SILENCE])
        expect(await rig.store.settle(document.lease, verdict)).toBeNull();
      expect(await company.everything()).toEqual(before);
    });
  });

  it('a rejection is kept with its observations and ends the lease', async () => {
    const document = await sent();
    const { numeroControl, postedMs } = document.record;
    expect(await company.reject(document)).toMatchObject({
      state: 'rejected',
      numeroControl,
      postedMs,
      selloRecibido: null,
      codigoMsg: REJECTION.codigoMsg,
      message: REJECTION.descripcionMsg,
      observaciones: REJECTION.observaciones,
    });
    expect((await company.claim()).kind).toBe('held');
  });

  describe('silence', () => {
    it('leaves the attempt open and tells no technical reason', async () => {
      const record = await company.fallSilent(await sent());
      expect(record).toMatchObject({ state: 'contingency', codigoMsg: '', observaciones: [] });
      expect(record.message).toMatch(/Hacienda no respondió/);
      expect(record.message).not.toContain('socket');
      expect((await company.hold(withPayload('A'))).attempts).toMatchObject([{ outcome: 'unknown' }]);
    });

    it('keeps the payload that waits', async () => {
      await company.fallSilent(await sent('A'));
      const changed = await company.hold(withPayload('B'));
      expect(await company.fallSilent(changed)).toMatchObject({ state: 'contingency', hasWanted: true });
      expect((await company.hold(withPayload('B'))).wantedHash).toBe(changed.wantedHash);
    });

    it('is possible before anything was sent', async () => {
      expect(await company.fallSilent(await company.hold())).toMatchObject({ state: 'contingency' });
    });
  });

  it('a verdict is refused where the state table knows no such step', async () => {
    const held = await company.hold();
    expect(await rig.store.settle(held.lease, stampFor(1))).toBeNull();
    expect(await rig.store.settle(held.lease, rejectionOf(1))).toBeNull();
    const document = await company.send(held);
    await company.reject(document);
    expect(await rig.store.settle(document.lease, stampFor(1))).toBeNull();
    expect(await rig.store.settle(document.lease, SILENCE)).toBeNull();
  });
});
