import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { PaperOrder, Press } from '../operations/files/ports.ts';
import { createLane, type LaneLimits } from './press-lane.ts';

export interface PressLimits extends LaneLimits {
  /** What has more lines than that, or more characters, is long. */
  readonly shortLines: number;
  readonly shortCharacters: number;
  /** Long papers that are kept for whoever opens them again. */
  readonly mostKept: number;
}

/** An order for 2,000 lines has some 2 million characters: a company may have 8 of them, or 128 of one page. */
export const PRESS_LIMITS: PressLimits = {
  shortLines: 60,
  shortCharacters: 60_000,
  mostKept: 4,
  mostWaiting: 32 * 1024 * 1024,
  leastCharacters: 128 * 1024,
  timeoutMs: 20_000,
  heapMb: 512,
};

/**
 * Prints in two threads that nobody else waits for, one for short documents and one for long ones, so that a letter of a
 * page never waits for one of fifty. Who asks for a long one that is being printed, or was not long ago, gets the same
 * bytes.
 */
export function createPress(limits: PressLimits = PRESS_LIMITS): Press {
  const [short, long] = [createLane(limits), createLane(limits)];
  /** What is being printed and what is kept, by what was ordered. */
  const kept = new Map<string, Promise<Uint8Array>>();
  /** The names of the orders that are printed, the oldest first. */
  const printed: string[] = [];
  return {
    async print(order, companyId) {
      // Printed sooner than it is worth looking for.
      if (!isLong(order, limits)) return short.print(order, companyId);
      const name = createHash('sha256').update(serialize(order)).digest('base64');
      const known = kept.get(name);
      if (known !== undefined) return known;
      const printing = long.print(order, companyId);
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
    async close() {
      await Promise.all([short.close(), long.close()]);
    },
  };
}

/** Counted in the text: reading it would take as long as printing a short one. */
function isLong({ delivery }: PaperOrder, { shortLines, shortCharacters }: PressLimits): boolean {
  return delivery.length > shortCharacters || delivery.split('"numItem":').length - 1 > shortLines;
}
