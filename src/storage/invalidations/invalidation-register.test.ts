import { beforeEach, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { heldInvalidation, newEvent, registerRequest } from '../../../test/support/invalidation-bench.ts';
import { stampedCcf } from '../../../test/support/note-bench.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import type { DocumentRecord } from '../../operations/documents/ports.ts';
import type { InvalidationVerdict } from '../../operations/invalidations/ports.ts';
import { inCompany } from '../connection/transaction.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { settleInvalidation } from './invalidation-settle.ts';
import { createInvalidationStore } from './invalidation-store.ts';

const LEASE_MS = 20_000;
const REJECTED: InvalidationVerdict = {
  kind: 'rejected',
  rejection: REJECTION,
  raw: REJECTED_RAW,
  doubtedMs: null,
};

describeOnDatabases('an invalidation that is registered while the one before is being rejected', (name) => {
  let ccf: DocumentRecord;
  const bench = sharedBench(name);
  beforeEach(async () => {
    const documents = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
    ccf = await stampedCcf(documents, await bench.addCompany(), 'ccf');
  });

  const store = () => createInvalidationStore(bench.pool);

  /** Until a transaction waits for a lock that another one has. */
  async function somebodyWaits(): Promise<void> {
    const waiting = () =>
      bench.asSuperuser(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    while ((await waiting()).length === 0) await new Promise(setImmediate);
  }

  it('sees that nothing of it is of unknown fate any more, and takes its place', async () => {
    const first = heldInvalidation(await store().register(registerRequest(ccf)));
    await store().recordAttempt(first.lease, 'a.b.c', LEASE_MS);
    const event = newEvent('La segunda razón');
    const second = await inCompany(bench.pool, ccf.companyId, async (client) => {
      await settleInvalidation(client, first.lease, REJECTED);
      const registering = store().register(registerRequest(ccf, { event }));
      await somebodyWaits();
      return { registering };
    });
    const { record } = heldInvalidation(await second.registering);
    expect(record).toMatchObject({ state: 'open', codigoGeneracion: event.codigoGeneracion });
  });
});
