import { fileURLToPath } from 'node:url';
import { askAlone, type Child, startProcess } from '../children/child.ts';
import type { PaperOrder } from '../operations/files/ports.ts';
import { yieldToOthers } from './low-priority.ts';
import { createTurns } from './turns.ts';

/** What the process answers to a message. */
type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

/** Answers each message to this process with the bytes that are made of it, behind everybody else's work. */
export function printMessages<Message>(
  bytesOf: (message: Message) => Uint8Array | Promise<Uint8Array>,
): void {
  yieldToOthers();
  process.on('message', async (message: Message) => {
    process.send?.(await printed(async () => bytesOf(message)));
  });
}

async function printed(work: () => Promise<Uint8Array>): Promise<Printed> {
  try {
    return { kind: 'printed', bytes: await work() };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'paper cannot be printed' };
  }
}

/** A process that knows no setting, and ends with this one without keeping it alive. */
export function startPrinter(program: URL, heapMb: number): Child {
  const { SystemRoot } = process.env;
  // The types of its program are stripped in WebAssembly, which runs once.
  const args = [`--max-old-space-size=${heapMb}`, '--liftoff-only', fileURLToPath(program)];
  const child = startProcess('the press', args, {
    env: { SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.process.unref();
  child.process.channel?.unref();
  return child;
}

/** The bytes that the process makes of one message; it has no other at the same time. */
export async function askPrinter(child: Child, message: object, timeoutMs: number): Promise<Uint8Array> {
  const answer = await askAlone<Printed>(child, message, timeoutMs);
  if (answer.kind === 'failed') throw new Error(answer.reason);
  return answer.bytes;
}

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
  /** The process ends when it has had nothing to print for so long. */
  readonly idleMs: number;
}

const PROGRAM = new URL('./press-process.ts', import.meta.url);

/** One process that draws papers, with the companies' queues before it. */
export interface Lane {
  /** Null where the company's queue is full. Rejects where it would take too long or too much memory. */
  print(order: PaperOrder, companyId: string): Promise<Uint8Array> | null;
  close(): Promise<void>;
}

/**
 * The process is started for the first order, ends when none has come for a while, and is started anew after it ended. It is a
 * process and no thread because an allocation that is far beyond the limit of a thread's heap ends the process of the thread.
 */
export function createLane(limits: LaneLimits): Lane {
  let running: Child | null = null;
  let idle: NodeJS.Timeout | undefined;
  const turns = createTurns(limits.mostWaiting);
  const end = async () => {
    clearTimeout(idle);
    const ended = running;
    running = null;
    await ended?.kill();
  };
  const printInProcess = async (order: PaperOrder): Promise<Uint8Array> => {
    clearTimeout(idle);
    if (running === null || running.hasEnded()) running = startPrinter(PROGRAM, limits.heapMb);
    try {
      return await askPrinter(running, order, limits.timeoutMs);
    } catch (error) {
      await end();
      throw error;
    } finally {
      // Orders are printed one by one: none is under way when the time is over.
      idle = setTimeout(end, limits.idleMs).unref();
    }
  };
  return {
    print(order, companyId) {
      const size = Math.max(order.signedFile.length, limits.leastCharacters);
      return turns.take({ companyId, size, work: () => printInProcess(order) });
    },
    close: end,
  };
}
