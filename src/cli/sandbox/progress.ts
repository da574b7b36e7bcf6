/** Runs one step of a long start and shows that it is under way, and how long it took. */
export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Steps that are not begun any more once the signal says that the person has had enough. */
export function createSteps(say: (line: string) => void, signal: AbortSignal): Step {
  return async (label, work) => {
    signal.throwIfAborted();
    say(`${label} ...`);
    const started = performance.now();
    const result = await work();
    say(`${label}: listo (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    signal.throwIfAborted();
    return result;
  };
}
