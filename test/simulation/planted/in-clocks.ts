import { inNode, inStore, type PlantedBug } from './planted-bug.ts';

/** What is more than this was no sleep: months have passed on the wall. */
const LONGEST_SLEEP_MS = 10 * 3_600_000;

/** Mistakes with clocks: which are compared, which are believed, and what goes on after another one took over. */
export const BUGS_IN_CLOCKS: readonly PlantedBug[] = [
  inStore('nobody compares the clocks of node and database', 1_534, () => ({ comparesClocks: false })),
  inStore('things are taken up in another log', 800, () => ({ looksAtLog: false })),
  inStore('leases and quarantines go on after a reconciliation', 800, () => ({ beginsAnew: false })),
  inStore('a node that was started with a shorter quarantine goes by its own', 50, () => ({
    quarantineMs: 0,
  })),
  inNode('a machine that slept believes its monotonic clock', 350, ({ clock }) => {
    const aheadMs = clock.now() - clock.monotonic();
    const sleptMs = () => clock.now() - clock.monotonic() - aheadMs;
    const isSleep = () => sleptMs() > 0 && sleptMs() < LONGEST_SLEEP_MS;
    return { clock: { ...clock, now: () => clock.now() - (isSleep() ? sleptMs() : 0) } };
  }),
];
