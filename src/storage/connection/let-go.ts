import { databaseObstacle } from './database-obstacle.ts';

const PAUSE_MS = 250;
/** Every lease has ended by itself by then. */
const LONGEST_MS = 60_000;
/** When the background comes back to what nobody repeats. */
const RETRY_MS = 5_000;

/** Ends a lease without a result, as `release` of a store does. */
type Release<Lease> = (lease: Lease, retryMs: number) => Promise<void>;

/**
 * What becomes of a lease whose holder's write has failed: it is let go of where the database could not keep the write, because the holder
 * ends with the error, and whoever repeats the request would else wait for the lease's own end. An error that says something
 * else ends the holder as its death would, so that what breaks every run is counted. Throws the error.
 */
export function failedWrite<Lease>(release: Release<Lease>, lease: Lease, error: unknown): never {
  if (databaseObstacle(error) !== null) releaseSoon(release, lease);
  throw error;
}

/** Lets a lease go as soon as the database takes that, so that whoever repeats the request does not wait for its end. */
export function releaseSoon<Lease>(release: Release<Lease>, lease: Lease): void {
  void letGo(() => release(lease, RETRY_MS));
}

/** As soon as the database can be written again. Never rejects. */
async function letGo(release: () => Promise<void>): Promise<void> {
  const endMs = performance.now() + LONGEST_MS;
  while (!(await hasSucceeded(release)) && performance.now() < endMs)
    await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS).unref());
}

function hasSucceeded(release: () => Promise<void>): Promise<boolean> {
  return release().then(
    () => true,
    () => false,
  );
}
