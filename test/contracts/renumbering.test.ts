import { expect, it } from 'vitest';
import { RENUMBERED } from '../../src/core/submitting/doubt.ts';
import type { HeldDocument, Verdict } from '../../src/operations/documents/ports.ts';
import { REJECTED_RAW, REJECTION } from '../support/answers.ts';
import { refOf } from '../support/identifiers.ts';
import { present } from '../support/storage-bench.ts';
import { nextAttempt, SILENCE, stampFor, withPayload } from './one-company.ts';
import { describeDocumentStore } from './storages.ts';

describeDocumentStore('a number that is another system’s', (rig, company) => {
  const doubt = (about: 'number' | 'copy', { record, attempts }: HeldDocument): Verdict => {
    const attempt = attempts.at(-1)?.number ?? 0;
    const codes = [record.codigoGeneracion];
    const kept = { about, attempt, codes, rejection: REJECTION, raw: REJECTED_RAW };
    return { kind: 'doubted', doubt: kept, retryMs: 60_000 };
  };
  /** A document whose number is in doubt, held anew. */
  const doubted = async (payload = 'A') => {
    const sent = await company.send(await company.hold(withPayload('A')));
    await company.settle(sent, doubt('number', sent));
    return company.hold(withPayload(payload));
  };
  const renumber = async ({ lease, record }: HeldDocument) =>
    present(await rig.store.renumber(lease, record.numeroControl));
  const correlativeOf = ({ record }: Pick<HeldDocument, 'record'>) => Number(record.numeroControl.slice(-15));

  it('is replaced by the next one of the series, which nobody else gets', async () => {
    const held = await doubted();
    const other = await company.hold({ externalRef: refOf('other') });
    const renumbered = await renumber(held);
    expect([held, other, renumbered].map(correlativeOf)).toEqual([1, 2, 3]);
    expect(renumbered.doubt).toBeNull();
    expect(renumbered.record).toEqual({
      ...held.record,
      numeroControl: renumbered.record.numeroControl,
      message: RENUMBERED,
    });
    expect(await rig.store.find(company.companyId, 'ref')).toEqual(renumbered.record);
    expect(correlativeOf(await company.hold({ externalRef: refOf('third') }))).toBe(4);
  });

  it('closes the bytes with the old number, and lets a payload that waited become the document’s', async () => {
    const held = await doubted('B');
    const renumbered = await renumber(held);
    expect(renumbered.attempts).toMatchObject([{ number: 1, outcome: 'rejected', sends: 1 }]);
    expect(renumbered.record).toMatchObject({ hasWanted: false, payloadHash: held.wantedHash });
    const stamped = await company.stamp(await company.send(renumbered));
    expect(stamped).toMatchObject({ state: 'stamped', numeroControl: renumbered.record.numeroControl });
  });

  it('is replaced again where the next one is another system’s as well', async () => {
    const first = await renumber(await doubted());
    const sent = await company.send(first);
    await company.settle(sent, doubt('number', sent));
    const second = await renumber(await company.hold(withPayload('A')));
    expect([first, second].map(correlativeOf)).toEqual([2, 3]);
  });

  it('is what the document has again where bytes with it turn out to be stamped', async () => {
    const held = await doubted();
    const renumbered = await renumber(held);
    expect(await rig.store.versions(company.companyId, held.record.documentId)).toMatchObject([
      { number: 1, givenUp: true },
    ]);
    await rig.store.settle(renumbered.lease, stampFor(1));
    expect(await rig.store.find(company.companyId, 'ref')).toMatchObject({
      state: 'stamped',
      numeroControl: held.record.numeroControl,
    });
  });

  it('is passed in the series that has come furthest, where the company has changed how it counts', async () => {
    const held = await doubted();
    const later = await company.hold({ externalRef: refOf('later'), seriesMode: 'establishment' });
    const renumbered = await renumber(held);
    const next = await company.hold({ externalRef: refOf('next'), seriesMode: 'centralized' });
    expect([held, later, renumbered, next].map(correlativeOf)).toEqual([1, 2, 3, 4]);
  });

  it('closes also what was kept beside it and never left', async () => {
    const held = await company.hold();
    const kept = present(await rig.store.keepUnsent(held.lease, nextAttempt(held)));
    await company.settle(kept, SILENCE);
    const sent = await company.send(await company.hold());
    await company.settle(sent, doubt('number', sent));
    const renumbered = await renumber(await company.hold());
    expect(renumbered.attempts).toMatchObject([{ number: 2, outcome: 'rejected' }]);
    expect(await rig.store.versions(company.companyId, held.record.documentId)).toMatchObject([
      { number: 1, firstSentMs: null, givenUp: true },
      { number: 2, firstSentMs: expect.any(Number), givenUp: true },
    ]);
  });

  it('is not replaced where it is not the document’s any more', async () => {
    const held = await doubted();
    const { record, lease } = await renumber(held);
    const before = await company.everything();
    expect(await rig.store.renumber(lease, held.record.numeroControl)).toBeNull();
    expect(await rig.store.renumber(lease, record.numeroControl)).toBeNull();
    expect(await company.everything()).toEqual(before);
  });

  it.each([
    ['no rejection is in doubt', async () => company.send(await company.hold())],
    [
      'the doubt is about a copy',
      async () => {
        const sent = await company.send(await company.hold());
        const resent = present(await rig.store.recordResend(sent.lease, 1, 20_000));
        await company.settle(resent, doubt('copy', sent));
        return resent;
      },
    ],
    [
      'the lease is somebody else’s',
      async () => {
        const stale = await doubted();
        await company.pass(60_000);
        await company.hold();
        return stale;
      },
    ],
  ])('is not replaced where %s', async (_, hold) => {
    const { lease, record } = await hold();
    const before = await company.everything();
    expect(await rig.store.renumber(lease, record.numeroControl)).toBeNull();
    expect(await company.everything()).toEqual(before);
  });
});
