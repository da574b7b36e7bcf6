/** The errors of connections to the database, whose codes (ECONNRESET) are those of any other connection, too. */
const errors = new WeakSet<object>();

/** Notes what a connection to the database broke with, or why there is none. */
export function noteConnectionError(error: unknown): void {
  if (typeof error === 'object' && error !== null) errors.add(error);
}

export function isConnectionError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error);
}
