import type { BenchHouse } from './house.ts';
import { type LoadPlan, type Measured, runLoad } from './load.ts';
import { processorOf, processorOfFamily } from './processor.ts';

/** What a run of the load took of the processor, in milliseconds for each answer. */
export interface Cost {
  readonly measured: Measured;
  readonly perSecond: number;
  /** Documents stamped in a second. */
  readonly stampedPerSecond: number;
  /** The processor's time of the process that served, and of its signer process. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly authorityMs: number;
  readonly loadMs: number;
}

/** Runs the load against the process that serves, and tells what each answer cost whom. */
export async function costOf(house: BenchHouse, pid: number, plan: LoadPlan): Promise<Cost> {
  const look = () => [
    processorOfFamily(pid),
    processorOfFamily(house.postgres.pid),
    processorOf(house.authority.pid),
    processorOf(house.load.pid),
  ];
  const before = look();
  const measured = await runLoad(house.load, plan);
  const [nodeMs = 0, postgresMs = 0, authorityMs = 0, loadMs = 0] = look().map(
    (ms, index) => (ms - (before[index] ?? 0)) / Math.max(1, measured.answered),
  );
  return {
    measured,
    nodeMs,
    postgresMs,
    authorityMs,
    loadMs,
    perSecond: measured.answered / measured.seconds,
    stampedPerSecond: measured.stamped / measured.seconds,
  };
}
