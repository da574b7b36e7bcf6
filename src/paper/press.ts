import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { MINUTE_MS } from '../core/calendar/spans.ts';
import type { PaperOrder, Press } from '../operations/files/ports.ts';
import { createLane, type LaneLimits } from './printer.ts';

export interface PressLimits extends LaneLimits {
  /** What has more lines than that, or more characters, is long. */
  readonly shortLines: number;
  readonly shortCharacters: number;
  /** Bytes of what was printed last that are kept for whoever opens it again; the very last is kept whatever its size. */
  readonly mostKept: number;
}

/** An order for 2,000 lines has some 2 million characters: a company may have 8 of them, or 128 of one page. */
export const PRESS_LIMITS: PressLimits = {
  shortLines: 60,
  shortCharacters: 60_000,
  mostKept: 16 * 1024 * 1024,
  mostWaiting: 32 * 1024 * 1024,
  leastCharacters: 128 * 1024,
  timeoutMs: 20_000,
  heapMb: 512,
  idleMs: 2 * MINUTE_MS,
};

/**
 * Prints in two processes that nobody else waits for, one for short documents and one for long ones, so that a letter of a
 * page never waits for one of fifty. Who asks for what is being printed, or was not long ago, gets the same bytes. `version`
 * names the program: another one may draw the same order otherwise.
 */
export function createPress(version: string, limits: PressLimits = PRESS_LIMITS): Press {
  const nameOf = (order: PaperOrder) =>
    createHash('sha256').update(version).update(serialize(order)).digest('base64url');
  const [short, long] = [createLane(limits), createLane(limits)];
  /** What is being printed and what is kept, by the names of the orders. */
  const kept = new Map<string, Promise<Uint8Array>>();
  const printed = createShelf(limits.mostKept, (name) => kept.delete(name));
  return {
    nameOf,
    async print(order, companyId) {
      const name = nameOf(order);
      const known = kept.get(name);
      if (known !== undefined) return known;
      const printing = (isLong(order, limits) ? long : short).print(order, companyId);
      if (printing === null) return null;
      kept.set(name, printing);
      printing.then(
        (bytes) => printed.add(name, bytes.length),
        () => kept.delete(name),
      );
      return printing;
    },
    async close() {
      await Promise.all([short.close(), long.close()]);
    },
  };
}

/** Counts what is kept, and tells the oldest names to forget once it is too much. */
function createShelf(mostBytes: number, forget: (name: string) => void) {
  const sizes = new Map<string, number>();
  let total = 0;
  return {
    add(name: string, bytes: number) {
      sizes.set(name, bytes);
      total += bytes;
      for (const [oldest, size] of sizes) {
        if (total <= mostBytes || oldest === name) return;
        sizes.delete(oldest);
        total -= size;
        forget(oldest);
      }
    },
  };
}

/** Counted in the text: reading it would take as long as printing a short one. */
function isLong({ signedFile }: PaperOrder, { shortLines, shortCharacters }: PressLimits): boolean {
  return signedFile.length > shortCharacters || signedFile.split('"numItem":').length - 1 > shortLines;
}
