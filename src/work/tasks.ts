/** One piece of work that a loop has under way. */
export interface Task {
  /** Who has it under way: the places of one lane are none of another's. */
  readonly lane: string;
  /** Names it within its lane. */
  readonly key: string;
  readonly companyId: string;
}

/** What a loop has under way. */
export interface Tasks {
  readonly size: (lane: string) => number;
  readonly ofCompany: (lane: string, companyId: string) => number;
  /**
   * Nothing happens for a task that is under way already. Work that answers false has failed and ends no pause, because
   * what fails at once would be tried again at once.
   */
  start(task: Task, work: () => Promise<unknown>): boolean;
  /** Resolves when a task ends, somebody ends the pause, or after the time. */
  pause(timeoutMs: number): Promise<void>;
  /** The same with a rest in place of the time; answers whether the rest has ended it. */
  pauseUntil(rested: Promise<void>): Promise<boolean>;
  wakeUp(): void;
  all(): Promise<unknown>;
}

/** No work may reject. */
export function createTasks(): Tasks {
  const running = new Map<string, Task & { readonly end: Promise<unknown> }>();
  let wakeUp = (): void => undefined;
  const count = (counts: (task: Task) => boolean) => [...running.values()].filter(counts).length;
  return {
    size: (lane) => count((task) => task.lane === lane),
    ofCompany: (lane, companyId) => count((task) => task.lane === lane && task.companyId === companyId),
    start(task, work) {
      const name = `${task.lane} ${task.key}`;
      if (running.has(name)) return false;
      const end = work().then((outcome) => {
        running.delete(name);
        if (outcome !== false) wakeUp();
      });
      running.set(name, { ...task, end });
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
    pauseUntil: (rested) =>
      new Promise((resolve) => {
        wakeUp = () => resolve(false);
        void rested.then(() => resolve(true));
      }),
    wakeUp: () => wakeUp(),
    all: () => Promise.all([...running.values()].map(({ end }) => end)),
  };
}
