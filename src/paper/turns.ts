import { createLine } from '../core/turns/line.ts';

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

export function createTurns(mostWaiting: number): Turns {
  /** What waits, and before it what is being done. */
  const line = createLine<{ readonly size: number; readonly run: () => Promise<void> }>();
  let free = mostWaiting;
  let isBusy = false;

  async function workOff(): Promise<void> {
    isBusy = true;
    for (let next = line.first(); next !== null; next = line.first()) {
      await next.run();
      line.shift();
      free += next.size;
    }
    isBusy = false;
  }

  return {
    take<T>({ companyId, size, work }: Turn<T>) {
      const taken = line.of(companyId).reduce((total, one) => total + one.size, 0);
      if (taken + size > free) return null;
      free -= size;
      const done = new Promise<T>((resolve, reject) => {
        line.push(companyId, { size, run: () => work().then(resolve, reject) });
      });
      if (!isBusy) void workOff();
      return done;
    },
  };
}
