import { expect, it } from 'vitest';
import { openContingencyBench } from '../../test/support/contingency-bench.ts';
import { nothingBut } from '../../test/support/nothing-but.ts';
import { sharedBench, withClients } from '../../test/support/storage-bench.ts';
import { until } from '../../test/support/until.ts';
import { ARCHIVE_LIMITS } from '../work/archive-loop.ts';
import { DELIVERY_LIMITS } from '../work/delivery-loop.ts';
import { REHEARSAL_LIMITS } from '../work/rehearsal-loop.ts';
import { WORK_LIMITS } from '../work/work-loop.ts';
import { startLoops } from './loops.ts';

const storage = sharedBench('PostgreSQL 18');
const BEAT = { pollMs: 100 };
const OWN_LOOKS = [
  'unreported-accounts',
  'due-events',
  'due-invalidations',
  'due-documents',
  'due-deliveries',
  'due-archive-heads',
  'due-searches',
  'due-rehearsals',
];

it('ask the database one thing a beat where nothing is due, and of a queue where it holds something', async () => {
  const world = await openContingencyBench(storage);
  const asked: string[] = [];
  const scan = withClients(storage.operator, (client) => {
    const { query } = client;
    client.query = (...args: readonly unknown[]) => {
      const [statement] = args;
      if (typeof statement === 'object' && statement !== null && 'name' in statement)
        asked.push(String(statement.name));
      return Reflect.apply(query, client, args);
    };
  });
  const context = nothingBut<Parameters<typeof startLoops>[0]['context']>({ ...world.context });
  const across = { context, pools: { service: storage.pool, scan }, environments: ['00'] as const };
  const loops = startLoops(across, () => nothingBut({ log: world.context.log }), {
    workLimits: { ...WORK_LIMITS, ...BEAT },
    mailLimits: { ...DELIVERY_LIMITS, ...BEAT },
    archiveLimits: { ...ARCHIVE_LIMITS, ...BEAT },
    rehearsalLimits: { ...REHEARSAL_LIMITS, ...BEAT },
  });
  // Before the first look nothing is known of any queue. The archive's own waits while the thread is busy.
  await until(() => OWN_LOOKS.every((name) => asked.includes(name)), 'the looks of all queues');
  await until(() => asked.at(-1) === 'due-queues', 'a look at all queues');
  asked.splice(0);
  await until(() => asked.length >= 5, 'further looks');
  expect(new Set(asked)).toEqual(new Set(['due-queues']));
  await storage.asSuperuser`INSERT INTO rehearsals (company_id, rehearsal_id, environment, generation, report)
    VALUES (${world.bench.companyId}, gen_random_uuid(), '00', 'v2', '{}')`;
  await until(() => asked.includes('due-rehearsals'), 'a look at the rehearsals');
  await loops.stop();
  expect(new Set(asked)).toEqual(new Set(['due-queues', 'due-rehearsals']));
});
