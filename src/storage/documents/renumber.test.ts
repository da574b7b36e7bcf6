import { beforeEach, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { shared } from '../../../test/support/shared.ts';
import { claimRequest, heldOf, present, sharedBench } from '../../../test/support/storage-bench.ts';
import type { HeldDocument } from '../../operations/documents/ports.ts';
import { inCompany } from '../connection/transaction.ts';
import { UNWATCHED } from '../log/log-watch.ts';
import { createDocumentStore } from './document-store.ts';

describeOnDatabases('a document that gives up its number', (name) => {
  let companyId = '';
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const bench = sharedBench(name);
  const store = shared(() => createDocumentStore(bench.pool, clock));
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const hold = async () =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf('ref'), leaseMs: 60_000 })));
  async function doubted(): Promise<HeldDocument> {
    const { lease, record, wantedHash } = await hold();
    const { codigoGeneracion } = record;
    const bytes = { codigoGeneracion, payloadHash: wantedHash, jws: 'a.b.c', contingencia: null };
    await store.recordAttempt(lease, { ...bytes, number: 1 }, 60_000);
    const doubt = { attempt: 1, codes: [codigoGeneracion], rejection: REJECTION, raw: REJECTED_RAW };
    await store.settle(lease, { kind: 'doubted', doubt: { ...doubt, about: 'number' }, retryMs: 0 });
    return hold();
  }
  const asService = (sql: string) => inCompany(bench.pool, companyId, (client) => client.query(sql));
  const givenUp = () =>
    bench.asSuperuser`SELECT * FROM given_up_numbers WHERE company_id = ${companyId} ORDER BY given_up_at`;

  it('puts on record which, what it has instead, when, and by which login from where', async () => {
    const { record, lease } = await doubted();
    const renumbered = present(await store.renumber(lease, record.numeroControl));
    expect(await givenUp()).toEqual([
      {
        company_id: companyId,
        environment: '00',
        fiscal_year: expect.any(Number),
        control_number: record.numeroControl,
        document_id: record.documentId,
        replaced_by: renumbered.record.numeroControl,
        because: 'taken',
        given_up_at: expect.any(Date),
        login: expect.stringMatching(/./),
        client_address: '127.0.0.1',
      },
    ]);
    const [attempt] = await bench.asSuperuser`SELECT outcome, control_number, answer_status, answer_body
      FROM attempts WHERE company_id = ${companyId}`;
    expect(attempt).toEqual({
      outcome: 'rejected',
      control_number: record.numeroControl,
      answer_status: REJECTED_RAW.status,
      answer_body: REJECTED_RAW.body,
    });
  });

  it('says so of a number that was never used, where the one before proves to be stamped', async () => {
    const { record, lease } = await doubted();
    const renumbered = present(await store.renumber(lease, record.numeroControl));
    await bench.asSuperuser`UPDATE documents SET state = 'stamped', reception_stamp = repeat('A', 40),
      stamped_attempt = 1 WHERE company_id = ${companyId}`;
    expect(await givenUp()).toMatchObject([
      { control_number: record.numeroControl, because: 'taken' },
      {
        control_number: renumbered.record.numeroControl,
        replaced_by: record.numeroControl,
        because: 'unused',
      },
    ]);
  });

  it.each([
    `UPDATE documents SET control_number = left(control_number, 30) || '9'`,
    'UPDATE documents SET numbers = numbers + 1',
    `UPDATE given_up_numbers SET because = 'unused'`,
    'DELETE FROM given_up_numbers',
    'TRUNCATE given_up_numbers',
    `INSERT INTO given_up_numbers SELECT * FROM given_up_numbers`,
  ])('leaves the service no way to %s', async (sql) => {
    const { lease, record } = await doubted();
    await store.renumber(lease, record.numeroControl);
    await expect(asService(sql)).rejects.toThrow(/permission denied|cannot change/);
  });

  it('gets no other one from a database that has forgotten something', async () => {
    const { lease, record } = await doubted();
    const check = async () => Promise.reject(new Error('the database has forgotten'));
    const forgetful = createDocumentStore(bench.pool, clock, { watch: { ...UNWATCHED, check } });
    await expect(forgetful.renumber(lease, record.numeroControl)).rejects.toThrow(/has forgotten/);
    expect(await givenUp()).toEqual([]);
    expect(await store.renumber(lease, record.numeroControl)).not.toBeNull();
  });

  it('cannot where it is stamped', async () => {
    const { lease, record } = await doubted();
    await store.renumber(lease, record.numeroControl);
    await bench.asSuperuser`UPDATE documents SET state = 'stamped', reception_stamp = repeat('A', 40),
      stamped_attempt = 1 WHERE company_id = ${companyId}`;
    await expect(
      asService(
        `UPDATE documents SET control_number = left(control_number, 30) || '9', numbers = numbers + 1`,
      ),
    ).rejects.toMatchObject({ code: 'SE001' });
  });
});
