import { performance } from 'node:perf_hooks';

/** Tells the share of its time, from 0 to 1, that this thread has been busy since the last call. */
export function createBusyShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
