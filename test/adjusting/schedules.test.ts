import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorageBench, type StorageBench, withClients } from '../support/storage-bench.ts';
import { PLANTED_BUGS, type PlantedBug, plantFunctions, sabotage } from './planted.ts';
import { runSchedules } from './run-schedules.ts';
import { schedulesOf } from './schedules.ts';

const LONG = process.env['SELLO_LONG'] === '1';
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_120);
/** With `SELLO_LONG=1` as many as docs/proofs.md keeps the figures of. */
const SCHEDULES = LONG ? Number(process.env['SELLO_SCHEDULES'] ?? 5_000) : 40;
const TIMEOUT_MS = LONG ? 7_200_000 : 120_000;

let storage: StorageBench;
beforeAll(async () => {
  storage = await openStorageBench('PostgreSQL 18');
});
afterAll(() => storage.drop());

function arenaOf(bug: PlantedBug) {
  const pools = [storage.anotherPool(10), storage.anotherPool(10)].map((pool) =>
    withClients(pool, (client) => sabotage(client, bug)),
  );
  return { storage, pools, ports: bug.ports };
}

const NO_BUG: PlantedBug = { name: 'none' };

describe('notes and invalidations that race over two nodes', () => {
  it(
    `tell one consistent story in ${SCHEDULES} schedules`,
    async ({ annotate }) => {
      const schedules = schedulesOf(SEED, SCHEDULES);
      const { broken, run, told } = await runSchedules({ arena: arenaOf(NO_BUG), schedules });
      await annotate(JSON.stringify(told));
      expect(broken.slice(0, 3).join('\n'), `seed ${SEED}, ${broken.length} broken`).toBe('');
      expect(run).toBe(SCHEDULES);
    },
    TIMEOUT_MS,
  );

  it.for(LONG ? PLANTED_BUGS : PLANTED_BUGS.filter(({ isPlain }) => isPlain))(
    'are seen to tell another one where $name',
    { timeout: TIMEOUT_MS },
    async (bug, { annotate }) => {
      const search = { arena: arenaOf(bug), schedules: schedulesOf(SEED, 2_000), untilFound: true };
      const functions = await plantFunctions(storage.asSuperuser, bug);
      const { broken, run } = await runSchedules(search).finally(functions.restore);
      expect(broken, `nothing found in ${run} schedules`).not.toEqual([]);
      await annotate(`schedule ${run}: ${broken[0]?.split('\n')[0]}`);
    },
  );
});
