/** What a loop has under way. */
export interface Tasks {
  /** How many tasks of companies there are. */
  readonly size: () => number;
  readonly ofCompany: (companyId: string) => number;
  /** Whose keys begin like this. */
  readonly alike: (prefix: string) => number;
  /**
   * Nothing happens for a key that is under way already. Without a company the task takes no company's place. One that
   * answers false has failed and ends no pause, because what fails at once would be tried again at once.
   */
  start(key: string, companyId: string | null, work: () => Promise<unknown>): boolean;
  /** Resolves when a task ends, somebody ends the pause, or after the time. */
  pause(timeoutMs: number): Promise<void>;
  wakeUp(): void;
  all(): Promise<unknown>;
}

/** No work may reject. */
export function createTasks(): Tasks {
  const running = new Map<string, { readonly companyId: string | null; readonly task: Promise<unknown> }>();
  let wakeUp = (): void => undefined;
  return {
    size: () => [...running.values()].filter(({ companyId }) => companyId !== null).length,
    ofCompany: (companyId) => [...running.values()].filter((one) => one.companyId === companyId).length,
    alike: (prefix) => [...running.keys()].filter((key) => key.startsWith(prefix)).length,
    start(key, companyId, work) {
      if (running.has(key)) return false;
      const task = work().then((outcome) => {
        running.delete(key);
        if (outcome !== false) wakeUp();
      });
      running.set(key, { companyId, task });
      return true;
    },
    pause: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wakeUp: () => wakeUp(),
    all: () => Promise.all([...running.values()].map(({ task }) => task)),
  };
}
