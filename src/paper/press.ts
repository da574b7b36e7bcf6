import { Worker } from 'node:worker_threads';
import type { PaperOrder, Press } from '../operations/paper-ports.ts';
import { render } from './render.ts';

export interface PressLimits {
  /** Lines that are printed at once; more of them are printed by a thread of its own. */
  readonly linesAtOnce: number;
  /** Orders that wait for the thread or are in it. */
  readonly mostWaiting: number;
  /** From the moment on that the thread has an order. */
  readonly timeoutMs: number;
  /** Of the thread's heap, in megabytes. */
  readonly heapMb: number;
}

export const PRESS_LIMITS: PressLimits = { linesAtOnce: 60, mostWaiting: 8, timeoutMs: 20_000, heapMb: 512 };

/** What the thread answers to an order. */
export type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

/** Prints short documents at once and long ones, one after the other, in a thread that nobody else waits for. */
export function createPress(limits: PressLimits = PRESS_LIMITS): Press {
  let thread: Worker | null = null;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
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
    async print(order) {
      if (!isLong(order, limits.linesAtOnce)) return render(order);
      if (waiting >= limits.mostWaiting) throw new Error('too many long documents wait for their paper');
      waiting += 1;
      const mine = turn.then(() => printInThread(order));
      turn = mine.catch(() => undefined);
      return mine.finally(() => {
        waiting -= 1;
      });
    },
    close: end,
  };
}

/** Counted in the text: reading it would take as long as printing a short one. */
function isLong({ delivery }: PaperOrder, linesAtOnce: number): boolean {
  return delivery.split('"numItem":').length - 1 > linesAtOnce;
}

/** A thread that does not keep the process alive. */
function startThread({ heapMb }: PressLimits, onEnd: () => void): Worker {
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
