import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks something of the database; null where it fails, or does not answer in time. Everybody who asks at the same time
 * shares one question, so that a database that hangs is not asked ever more.
 */
export function timely<Told>(question: () => Promise<Told>, withinMs: number): () => Promise<Told | null> {
  let asking: Promise<Told | null> | null = null;
  const ask = async () => {
    const told = await question().catch(() => null);
    asking = null;
    return told;
  };
  return () => {
    asking ??= ask();
    return Promise.race([asking, sleep(withinMs, null, { ref: false })]);
  };
}
