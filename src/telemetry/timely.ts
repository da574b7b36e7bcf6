import { setTimeout as sleep } from 'node:timers/promises';
import type { Backlog, BacklogReader } from '../operations/installation/metrics-ports.ts';

/** Whoever collects measures waits a few seconds at the most, and must get those of the node in any case. */
export const READ_WITHIN_MS = 2_000;

/**
 * Reads what waits; null where the database does not tell in time. Everybody who asks at the same time shares one
 * question, so that a database that hangs is not asked ever more.
 */
export function timely(reader: BacklogReader, withinMs = READ_WITHIN_MS): () => Promise<Backlog | null> {
  let asking: Promise<Backlog | null> | null = null;
  const ask = async () => {
    const backlog = await reader.read().catch(() => null);
    asking = null;
    return backlog;
  };
  return () => {
    asking ??= ask();
    return Promise.race([asking, sleep(withinMs, null, { ref: false })]);
  };
}
