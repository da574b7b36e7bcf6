import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import type { HeldDocument, Verdict } from '../../operations/documents/ports.ts';
import { createDocumentStore, recordAttempts } from './document-store.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnDatabases('bytes that are recorded again because no answer told whether they were', (name) => {
  const bench = sharedBench(name);

  const store = () => createDocumentStore(bench.pool, CLOCK);
  const hold = async () =>
    heldOf(
      await store().claim(claimRequest(await bench.addCompany(), { externalRef: refOf('a'), leaseMs: 0 })),
    );
  const record = async (
    { lease, record: { codigoGeneracion }, wantedHash }: HeldDocument,
    again: boolean,
    jws = 'a',
  ) => {
    const attempt = { number: 1, codigoGeneracion, payloadHash: wantedHash, jws, contingencia: null };
    const [recorded] = await recordAttempts(
      bench.pool,
      [{ lease, attempt, leaseMs: 0, again }],
      CLOCK.monotonic,
    );
    return recorded?.attempt ?? null;
  };
  const attemptsOf = ({ record: { companyId } }: HeldDocument) =>
    bench.asSuperuser('SELECT jws, outcome, sends FROM attempts WHERE company_id = $1', [companyId]);
  const RECORDED = { jws: 'a', outcome: 'unknown', sends: 1 };

  it('count as recorded where they were, and are recorded where they were not', async () => {
    const held = await hold();
    for (const _ of [1, 2]) {
      expect(await record(held, true)).toMatchObject(RECORDED);
      expect(await attemptsOf(held)).toEqual([RECORDED]);
    }
    const other = await hold();
    await record(other, false);
    expect(await record(other, true)).toMatchObject(RECORDED);
    expect(await attemptsOf(other)).toEqual([RECORDED]);
  });

  it('count for nobody who did not ask before', async () => {
    const held = await hold();
    await record(held, false);
    await expect(record(held, false)).rejects.toThrow(/duplicate key/);
  });

  it('are other bytes where they differ', async () => {
    const held = await hold();
    await record(held, false, 'b');
    await expect(record(held, true)).rejects.toThrow(/duplicate key/);
    expect(await attemptsOf(held)).toEqual([{ ...RECORDED, jws: 'b' }]);
  });

  it('count no more once they were sent again, or have a fate', async () => {
    const raw = { status: 200, body: '' };
    const rejection = { codigoMsg: '1', clasificaMsg: null, descripcionMsg: 'no', observaciones: ['no'] };
    const rejected: Verdict = { kind: 'rejected', attempt: 1, rejection, raw };
    const after = [
      ({ lease }: HeldDocument) => store().recordResend(lease, 1, 0),
      ({ lease }: HeldDocument) => store().closeAttempt(lease, 1, 'not_delivered'),
      ({ lease }: HeldDocument) => store().settle(lease, rejected),
    ];
    for (const happens of after) {
      const held = await hold();
      await record(held, false);
      await happens(held);
      const outcome = await record(held, true).catch((error: Error) => error.message);
      // With a verdict nothing is to be sent; else the bytes are there already.
      expect(outcome === null || /duplicate key/.test(String(outcome))).toBe(true);
      expect(await attemptsOf(held)).toHaveLength(1);
    }
  });

  it('count for nobody whose lease somebody else has taken', async () => {
    const held = await hold();
    await record(held, false);
    await store().claim(claimRequest(held.record.companyId, { externalRef: refOf('a'), leaseMs: 0 }));
    expect(await record(held, true)).toBeNull();
  });
});
