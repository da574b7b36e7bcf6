/** The promise's value, or `late` once the time is over. The promise itself goes on; its failure passes through. */
export async function within<T, L>(promise: Promise<T>, timeoutMs: number, late: L): Promise<T | L> {
  const clock = Promise.withResolvers<L>();
  const timer = setTimeout(() => clock.resolve(late), timeoutMs);
  try {
    return await Promise.race([promise, clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}
