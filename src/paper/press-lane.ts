import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { PaperOrder } from '../operations/files/ports.ts';
import { askPrinter, isAlive, startPrinter } from './printer.ts';
import { createTurns } from './turns.ts';

export interface LaneLimits {
  /**
   * Characters of all orders that wait; one company may have half of them. An order counts for `leastCharacters` at the
   * least, so that the many small ones of a company take no longer than its few large ones.
   */
  readonly mostWaiting: number;
  readonly leastCharacters: number;
  /** From the moment on that the process has an order. */
  readonly timeoutMs: number;
  /** The most that the heap of the process may hold, in megabytes. */
  readonly heapMb: number;
}

const PROGRAM = new URL('./press-process.ts', import.meta.url);

/** One process that draws papers, with the companies' queues before it. */
export interface Lane {
  /** Null where the company's queue is full. Rejects where it would take too long or too much memory. */
  print(order: PaperOrder, companyId: string): Promise<Uint8Array> | null;
  close(): Promise<void>;
}

/**
 * The process is started for the first order, and anew after it ended. It is a process and no thread because an allocation
 * that is far beyond the limit of a thread's heap ends the process of the thread.
 */
export function createLane(limits: LaneLimits): Lane {
  let running: ChildProcess | null = null;
  const turns = createTurns(limits.mostWaiting);
  const end = async () => {
    const ended = running;
    running = null;
    if (ended === null || !isAlive(ended)) return;
    const gone = once(ended, 'exit');
    ended.kill('SIGKILL');
    await gone;
  };
  const printInProcess = async (order: PaperOrder): Promise<Uint8Array> => {
    if (running === null || !isAlive(running)) running = startPrinter(PROGRAM, limits.heapMb);
    const answer = await askPrinter(running, order, limits.timeoutMs);
    if (answer.kind === 'printed') return answer.bytes;
    await end();
    throw new Error(answer.reason);
  };
  return {
    print(order, companyId) {
      const size = Math.max(order.delivery.length, limits.leastCharacters);
      return turns.take({ companyId, size, work: () => printInProcess(order) });
    },
    close: end,
  };
}
