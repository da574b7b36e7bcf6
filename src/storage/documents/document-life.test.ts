import { expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import { createLifeReader } from './document-life.ts';
import { createDocumentStore } from './document-store.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnDatabases('the life of a document', (name) => {
  const bench = sharedBench(name);

  it('tells silences, doubts, another number and bytes that the authority does not have', async () => {
    const companyId = await bench.addCompany();
    const store = createDocumentStore(bench.pool, CLOCK);
    const lives = createLifeReader(bench.pool);
    const hold = async () =>
      heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf('ref'), leaseMs: 60_000 })));
    const bytes = (jws: string, { record, wantedHash }: Awaited<ReturnType<typeof hold>>) => ({
      codigoGeneracion: record.codigoGeneracion,
      payloadHash: wantedHash,
      jws,
      contingencia: null,
    });
    const first = await hold();
    const { numeroControl, codigoGeneracion, documentId } = first.record;
    await store.recordAttempt(first.lease, { ...bytes('a.b.c', first), number: 1 }, 60_000);
    await store.settle(first.lease, { kind: 'silence', retryMs: 0, reason: 'nada', cause: undefined });
    const second = await hold();
    await store.recordResend(second.lease, 1, 60_000);
    const doubt = { attempt: 1, codes: [codigoGeneracion], rejection: REJECTION, raw: REJECTED_RAW };
    await store.settle(second.lease, { kind: 'doubted', doubt: { ...doubt, about: 'number' }, retryMs: 0 });
    const third = await hold();
    const renumbered = present(await store.renumber(third.lease, numeroControl));
    await store.recordAttempt(third.lease, { ...bytes('d.e.f', renumbered), number: 2 }, 60_000);
    const closed = present(await store.closeAttempt(third.lease, 2, 'absent'));
    await store.recordAttempt(third.lease, { ...bytes('g.h.i', closed), number: 3 }, 60_000);
    await store.settle(third.lease, { kind: 'stamped', attempt: 3, stamp: STAMP, raw: STAMPED_RAW });

    const life = present(await lives.life(companyId, 'ref'));
    expect(life).toMatchObject({ documentId, externalRef: 'ref' });
    expect(life.events.map(({ kind }) => kind)).toEqual([
      'numbered',
      'signed',
      'sent',
      'no_answer',
      'sent_again',
      'number_in_doubt',
      'renumbered',
      'signed',
      'sent',
      'asked',
      'signed',
      'sent',
      'sealed',
    ]);
    const details = Object.fromEntries(life.events.map(({ kind, detail }) => [kind, detail]));
    expect(details).toMatchObject({
      numbered: { control_number: numeroControl },
      no_answer: { reason: 'nada' },
      asked: { attempt: 2, found: false },
      renumbered: { from: numeroControl, to: renumbered.record.numeroControl },
      sealed: { reception_stamp: STAMP.selloRecibido },
    });
    expect(await lives.life(companyId, documentId)).toEqual(life);
    expect(await lives.attempts(companyId, documentId)).toMatchObject([
      { number: 1, outcome: 'rejected', sends: 2 },
      { number: 2, outcome: 'absent' },
      {
        number: 3,
        outcome: 'stamped',
        answerBody: STAMPED_RAW.body,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(await lives.life(await bench.addCompany(), documentId)).toBeNull();
  });
});
