import { Worker } from 'node:worker_threads';
import type { PaperOrder } from '../operations/files/ports.ts';
import { createTurns } from './turns.ts';

export interface LaneLimits {
  /**
   * Characters of all orders that wait; one company may have half of them. An order counts for `leastCharacters` at the
   * least, so that the many small ones of a company take no longer than its few large ones.
   */
  readonly mostWaiting: number;
  readonly leastCharacters: number;
  /** From the moment on that the thread has an order. */
  readonly timeoutMs: number;
  /** The most that the thread's heap may hold, in megabytes. */
  readonly heapMb: number;
}

/** What the thread answers to an order. */
export type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

/** One thread that draws papers, with the companies' queues before it. */
export interface Lane {
  /** Null where the company's queue is full. Rejects where it would take too long or too much memory. */
  print(order: PaperOrder, companyId: string): Promise<Uint8Array> | null;
  close(): Promise<void>;
}

/** The thread is started for the first order, and anew after it broke. */
export function createLane(limits: LaneLimits): Lane {
  let thread: Worker | null = null;
  const turns = createTurns(limits.mostWaiting);
  const end = async () => {
    const ended = thread;
    thread = null;
    await ended?.terminate();
  };
  const printInThread = async (order: PaperOrder): Promise<Uint8Array> => {
    thread ??= startThread(limits, () => {
      thread = null;
    });
    const answer = await ask(thread, order, limits.timeoutMs);
    if (answer.kind === 'printed') return answer.bytes;
    await end();
    throw new Error(answer.reason);
  };
  return {
    print(order, companyId) {
      const size = Math.max(order.delivery.length, limits.leastCharacters);
      return turns.take({ companyId, size, work: () => printInThread(order) });
    },
    close: end,
  };
}

/** A thread that does not keep the process alive. */
function startThread({ heapMb }: LaneLimits, onEnd: () => void): Worker {
  const thread = new Worker(new URL('./press-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: [],
  });
  thread.unref();
  thread.once('exit', onEnd);
  return thread;
}

/** The thread's answer to one order; it has no other at the same time. */
function ask(thread: Worker, order: PaperOrder, timeoutMs: number): Promise<Printed> {
  return new Promise((resolve) => {
    const failed = (reason: string) => done({ kind: 'failed', reason });
    const onError = (error: unknown) =>
      failed(`the press broke: ${error instanceof Error ? error.message : ''}`);
    const onExit = () => failed('the press ended');
    const timer = setTimeout(() => failed(`paper was not printed within ${timeoutMs} ms`), timeoutMs);
    const done = (answer: Printed) => {
      clearTimeout(timer);
      thread.off('message', done).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    thread.on('message', done).once('error', onError).once('exit', onExit);
    thread.postMessage(order);
  });
}
