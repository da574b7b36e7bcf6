/**
 * Runs at most so many tasks at a time; the others wait in the order in which they came. Throws RangeError where `limit`
 * is not a positive integer.
 */
export function createLimiter(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`not a limit: ${limit}`);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < limit) {
      running += 1;
      return;
    }
    // Whoever leaves hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
