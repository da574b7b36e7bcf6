/** Work for a company. */
export interface Turn<T> {
  readonly companyId: string;
  /** What it weighs in memory and in time, in whatever unit the others have. */
  readonly size: number;
  readonly work: () => Promise<T>;
}

/** Does one piece of work at a time; companies take turns, so that one with many keeps no other waiting for all. */
export interface Turns {
  /**
   * Null where the company's queue is full: it may hold as much as it leaves free. One company alone thus fills half of
   * `mostWaiting`, two a third each, and however many fill theirs, there is room for one more.
   */
  take<T>(turn: Turn<T>): Promise<T> | null;
}

interface Queue {
  size: number;
  /** The longest waiting first, or what is being done. */
  readonly waiting: { readonly size: number; readonly run: () => Promise<void> }[];
}

export function createTurns(mostWaiting: number): Turns {
  /** The queues of companies that have any work; whose turn comes first stands first. */
  const queues = new Map<string, Queue>();
  let free = mostWaiting;
  let isBusy = false;

  async function workOff(): Promise<void> {
    isBusy = true;
    for (let [first] = queues; first !== undefined; [first] = queues) {
      const [companyId, queue] = first;
      const [next] = queue.waiting;
      await next?.run();
      queue.waiting.shift();
      queue.size -= next?.size ?? 0;
      free += next?.size ?? 0;
      // Behind all others for its next turn.
      queues.delete(companyId);
      if (queue.waiting.length > 0) queues.set(companyId, queue);
    }
    isBusy = false;
  }

  return {
    take<T>({ companyId, size, work }: Turn<T>) {
      const queue = queues.get(companyId) ?? { size: 0, waiting: [] };
      if (queue.size + size > free) return null;
      queues.set(companyId, queue);
      queue.size += size;
      free -= size;
      const done = new Promise<T>((resolve, reject) => {
        queue.waiting.push({ size, run: () => work().then(resolve, reject) });
      });
      if (!isBusy) void workOff();
      return done;
    },
  };
}
