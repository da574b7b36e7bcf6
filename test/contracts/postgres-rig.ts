import { storesOn } from '../../src/compose/context.ts';
import type { DueDocument } from '../../src/operations/background/ports.ts';
import { createContingencyQueue } from '../../src/storage/contingencies/contingency-queue.ts';
import { createWorkQueue } from '../../src/storage/documents/work-queue.ts';
import { createInvalidationQueue } from '../../src/storage/invalidations/invalidation-queue.ts';
import type { DatabaseName } from '../support/database.ts';
import { openStorageBench, type StorageBench } from '../support/storage-bench.ts';
import { MACHINE_CLOCK, type StorageRig } from './storage-rig.ts';

const TABLES = [
  'documents',
  'attempts',
  'series',
  'given_up_numbers',
  'contingency_events',
  'contingency_attempts',
  'invalidations',
  'invalidation_attempts',
  'audit_events',
];

const LIMITS = { total: 1_000, perCompany: 1_000 };

type Pool = StorageBench['pool'];

/** PostgreSQL under contract, in a database of its own; `meet` may stand between a node and its pool. */
export async function openPostgresRig(
  name: DatabaseName,
  meet: (bench: StorageBench) => Promise<(pool: Pool) => Pool> = async () => (pool) => pool,
): Promise<StorageRig> {
  const bench = await openStorageBench(name);
  const met = await meet(bench);
  const nodeOf = (pool: Pool, clock = MACHINE_CLOCK) => storesOn(met(pool), clock);
  const queue = createWorkQueue(bench.operator, ['00']);
  const contingencies = createContingencyQueue(bench.operator, ['00']);
  const invalidations = createInvalidationQueue(bench.operator, ['00']);
  const identifiersOf = (found: readonly DueDocument[], companyId: string) =>
    found
      .filter((one) => one.companyId === companyId)
      .map(({ documentId }) => documentId)
      .toSorted();
  return {
    ...nodeOf(bench.pool),
    anotherNode: (clock) => nodeOf(bench.anotherPool(2), clock),
    addCompany: bench.addCompany,
    pass: (companyId, byMs) => moveIntoThePast(bench, companyId, byMs),
    everything: (companyId) =>
      Promise.all(
        TABLES.map((table) =>
          bench.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1 ORDER BY 1`, [
            companyId,
          ]),
        ),
      ),
    due: async (companyId) => identifiersOf(await queue.due(LIMITS), companyId),
    dueInvalidations: async (companyId) => identifiersOf(await invalidations.due(LIMITS), companyId),
    async dueContingencies(companyId) {
      const found = [
        ...(await contingencies.events({ ...LIMITS, sealed: false })),
        ...(await contingencies.events({ ...LIMITS, sealed: true })),
        ...(await contingencies.unreported({ ...LIMITS, offline: [] })),
      ];
      return found.filter((one) => one.companyId === companyId);
    },
    drop: bench.drop,
  };
}

/** What is closed for good stays where it is; its age decides nothing. */
async function moveIntoThePast(bench: StorageBench, companyId: string, byMs: number): Promise<void> {
  const move = (table: string, columns: readonly string[], where = 'true') =>
    bench.asSuperuser(
      `UPDATE ${table} SET ${columns.map((one) => `${one} = (${one} AT TIME ZONE 'UTC' - $2 * interval '1 ms') AT TIME ZONE 'UTC'`).join(', ')}
       WHERE company_id = $1 AND ${where}`,
      [companyId, byMs],
    );
  await move('documents', ['lease_until', 'next_attempt_at', 'contingency_since']);
  await move('documents', ['settled_at'], "state <> 'stamped'");
  const sendings = ['last_sent_at', 'earlier_sent_at'];
  await move('attempts', sendings, "outcome NOT IN ('stamped', 'rejected')");
  await move('invalidation_attempts', sendings, "outcome NOT IN ('sealed', 'rejected')");
  await move('contingency_events', ['lease_until', 'next_attempt_at']);
  await move('contingency_attempts', ['signed_at', 'first_sent_at']);
  await move('invalidations', ['lease_until', 'next_attempt_at']);
}
