import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PaperOrder, Press } from '../operations/paper-ports.ts';
import { render } from './render.ts';
import { createTurns, type TurnLimits } from './turns.ts';

export interface PressLimits extends TurnLimits {
  /** What has more lines than that, or more characters, is printed by a thread of its own. */
  readonly linesAtOnce: number;
  readonly charactersAtOnce: number;
  /** Papers from the thread that are kept for whoever opens them again. */
  readonly mostKept: number;
  /** From the moment on that the thread has an order. */
  readonly timeoutMs: number;
  /** Of the thread's heap, in megabytes. */
  readonly heapMb: number;
}

export const PRESS_LIMITS: PressLimits = {
  ...{ linesAtOnce: 60, charactersAtOnce: 60_000, mostKept: 4 },
  ...{ mostWaiting: 32, mostPerCompany: 8, timeoutMs: 20_000, heapMb: 512 },
};

/** What the thread answers to an order. */
export type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Prints short documents at once and long ones, one after the other, in a thread that nobody else waits for. Who asks
 * for what is being printed, or was not long ago, gets the same bytes.
 */
export function createPress(limits: PressLimits = PRESS_LIMITS): Press {
  let thread: Worker | null = null;
  const turns = createTurns(limits);
  /** What is being printed and what is kept, by what was ordered. */
  const kept = new Map<string, Promise<Uint8Array>>();
  /** Of those, what is printed, the oldest first. */
  const printed: string[] = [];
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
    async print(order, companyId) {
      if (!isLong(order, limits)) return render(order);
      const name = createHash('sha256').update(serialize(order)).digest('base64');
      const known = kept.get(name);
      if (known !== undefined) return known;
      const printing = turns.take(companyId, () => printInThread(order));
      if (printing === null) return null;
      kept.set(name, printing);
      printing.then(
        () => {
          printed.push(name);
          for (const old of printed.splice(0, printed.length - limits.mostKept)) kept.delete(old);
        },
        () => kept.delete(name),
      );
      return printing;
    },
    close: end,
  };
}

/** Counted in the text: reading it would take as long as printing a short one. */
function isLong({ delivery }: PaperOrder, { linesAtOnce, charactersAtOnce }: PressLimits): boolean {
  return delivery.length > charactersAtOnce || delivery.split('"numItem":').length - 1 > linesAtOnce;
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
