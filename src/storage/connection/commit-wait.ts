import type pg from 'pg';

/** Longer than any statement or commit takes on a server that is well; one that has not answered by then is not waited for. */
export const PATIENCE_MS = 30_000;

/** Rejects where the server has not answered in time; no setting of the server's ends a COMMIT that waits for a standby. */
export async function inTime<T>(answer: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the database did not answer in time')), patienceMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const CANCELLED = new WeakSet<object>();

/**
 * A COMMIT whose wait for a standby is cancelled answers success and, in the server's own language, that the transaction
 * might not have been replicated. The place in its source that says so has one name in every language.
 */
export function hearCancelledWaits(client: pg.ClientBase): void {
  client.on('notice', (notice) => {
    if (notice.routine === 'SyncRepWaitForLSN') CANCELLED.add(client);
  });
}

/** Whether a wait of this connection was cancelled since this was last asked. */
export function hadCancelledWait(client: object): boolean {
  return CANCELLED.delete(client);
}
