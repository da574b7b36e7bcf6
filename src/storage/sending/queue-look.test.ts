import { beforeAll, expect, it } from 'vitest';
import { type ContingencyBench, openContingencyBench } from '../../../test/support/contingency-bench.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sealOf } from '../../../test/support/identifiers.ts';
import { ABSENT, SILENT } from '../../../test/support/issuing-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import type { DueQueue } from '../../operations/background/ports.ts';
import { createArchiveQueue } from '../archive/archive-chain.ts';
import { createContingencyQueue } from '../contingencies/contingency-queue.ts';
import { createDeliveryQueue } from '../deliveries/delivery-queue.ts';
import { createWorkQueue } from '../documents/work-queue.ts';
import { createInvalidationQueue } from '../invalidations/invalidation-queue.ts';
import { createRehearsalQueue } from '../rehearsals/rehearsal-queue.ts';
import { createQueueLook } from './queue-look.ts';

const ONE = { total: 1, perCompany: 1 };
const NOBODY = { accounts: [], quarantineMs: 600_000 };

describeOnDatabases('the look at all queues', (name) => {
  const storage = sharedBench(name);
  const look = shared(() => createQueueLook(storage.operator, ['00']));
  let world: ContingencyBench;
  beforeAll(async () => {
    world = await openContingencyBench(storage);
  });

  /** The queues that hold something by the look of their own. */
  async function holding(): Promise<ReadonlySet<string>> {
    const [pool, environments] = [storage.operator, ['00'] as const];
    const { unreported, events } = createContingencyQueue(pool, environments);
    const found: Readonly<Record<DueQueue, readonly unknown[]>> = {
      documents: await createWorkQueue(pool, environments).due({ ...ONE, offline: NOBODY }),
      invalidations: await createInvalidationQueue(pool, environments).due({ ...ONE, offline: NOBODY }),
      unreported: await unreported({ total: 1, offline: [], after: undefined }),
      reports: await events({ ...ONE, sealed: false }),
      lotes: await events({ ...ONE, sealed: true }),
      deliveries: await createDeliveryQueue(pool, environments).due(ONE),
      archives: await createArchiveQueue(pool).unlinked(1, undefined),
      rehearsals: await createRehearsalQueue(pool, environments).due(1, undefined),
    };
    return new Set(Object.entries(found).flatMap(([queue, rows]) => (rows.length > 0 ? [queue] : [])));
  }
  const expectFound = async (...queues: readonly DueQueue[]) => {
    const found = await look.due(NOBODY);
    expect(found).toEqual(await holding());
    expect([...found]).toEqual(expect.arrayContaining([...queues]));
  };
  const untilDue = () =>
    storage.asSuperuser`UPDATE contingency_events SET next_attempt_at = now(), lease_until = NULL`;

  it('finds nothing where nothing is due', async () => {
    expect(await look.due(NOBODY)).toEqual(new Set());
  });
  it('finds what its own look finds of each, from silence to the lote', async () => {
    world.bench.authority.answer({ submit: [SILENT, SILENT, SILENT], consult: [ABSENT, ABSENT, ABSENT] });
    await world.bench.issued();
    await storage.asSuperuser`UPDATE documents SET next_attempt_at = now(), lease_until = NULL`;
    await expectFound('documents');
    await storage.asSuperuser`UPDATE documents SET next_attempt_at = NULL`;
    await world.formalDocuments(1);
    await expectFound('unreported');
    world.bench.authority.answer({ consult: [ABSENT] });
    await world.lookAfter();
    await untilDue();
    await expectFound('reports');
    world.contingencies.answer({
      report: [{ kind: 'sealed', selloRecibido: sealOf('A'.repeat(40)), raw: { status: 200, body: '{}' } }],
    });
    await world.lookAfter();
    await untilDue();
    await expectFound('lotes');
  });
  it('asks nothing of accounts that no authority answers', async () => {
    await world.formalDocuments(1);
    expect(await look.due(NOBODY)).toContain('unreported');
    const offline = [{ companyId: world.bench.companyId, ambiente: '00' }] as const;
    expect(await look.due({ ...NOBODY, accounts: offline })).not.toContain('unreported');
  });
  it('finds rehearsals and messages', async () => {
    const { companyId } = world.bench;
    await storage.asSuperuser`INSERT INTO rehearsals (company_id, rehearsal_id, environment, generation, report)
      VALUES (${companyId}, gen_random_uuid(), '00', 'v2', '{}')`;
    await storage.asSuperuser`INSERT INTO deliveries (company_id, document_id, kind, address, environment, state,
        message_id, next_attempt_at)
      SELECT company_id, document_id, 'stamped', 'a@example.com', '00', 'queued', 'm', now() FROM documents LIMIT 1`;
    await expectFound('rehearsals', 'deliveries');
  });
});
