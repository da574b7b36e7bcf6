import { quantile } from '../figures/statistics.ts';
import type { BenchHouse } from '../rig/house.ts';
import { type LoadPlan, runLoad } from '../rig/load.ts';
import { processorOf, processorOfFamily } from '../rig/processor.ts';
import type { SelloNode } from '../rig/sello.ts';

/** What a run came to, with what each answer of 200 took of the processor, in milliseconds. */
export interface Speed {
  readonly perSecond: number;
  readonly nodesMs: number;
  readonly postgresMs: number;
  readonly p99Ms: number;
}

/** Runs the load against these nodes of the house. */
export async function speedOf(
  house: BenchHouse,
  nodes: readonly Pick<SelloNode, 'pid'>[],
  plan: LoadPlan,
): Promise<Speed> {
  const before = processorNow(house, nodes);
  const { latencies, refusals, broken, seconds } = await runLoad(house.load, plan);
  if (refusals.length + broken > 0)
    throw new Error(`${refusals.length} refused and ${broken} broken of a run`);
  const after = processorNow(house, nodes);
  const count = Math.max(1, latencies.length);
  return {
    perSecond: latencies.length / seconds,
    nodesMs: (after.nodesMs - before.nodesMs) / count,
    postgresMs: (after.postgresMs - before.postgresMs) / count,
    p99Ms: quantile(latencies, 0.99),
  };
}

export function processorNow({ postgres }: BenchHouse, nodes: readonly Pick<SelloNode, 'pid'>[]) {
  return {
    nodesMs: nodes.reduce((sum, { pid }) => sum + processorOf(pid), 0),
    postgresMs: processorOfFamily(postgres.pid),
  };
}
