import type { Journal } from '../../src/storage/journal/journal.ts';
import { createDice } from './dice.ts';
import type { Life } from './node.ts';
import type { World } from './world.ts';

/** What the nodes of a world have written down, apart from their database. */
export interface SimulatedJournal {
  /** As a node writes it: a line that is still on its way when the node dies is lost. */
  of(life: Life): Journal;
  has(jws: string): boolean;
}

const JOURNAL_SEED = 1_600_000_009;
/** A disk that is busy makes a line wait for so long. */
const LONGEST_WRITE_MS = 3_000;

/** In a fifth of the worlds; drawn apart from all else, as the time that each line takes. */
export function openSimulatedJournal(world: World, seed: number): SimulatedJournal | null {
  const dice = createDice(JOURNAL_SEED + seed);
  if (!dice.chance(0.2)) return null;
  const written = new Set<string>();
  return {
    of: (life) => ({
      note: () => undefined,
      write: ({ entry }) =>
        new Promise((resolve) => {
          const delayMs = dice.chance(0.2) ? dice.upTo(LONGEST_WRITE_MS) : 1;
          life.resume(delayMs, () => {
            if (entry.kind === 'attempt') written.add(entry.jws);
            world.note(() => `${life.name} has written down: ${entry.kind}`);
            resolve();
          });
        }),
      check: async () => undefined,
      isWritable: async () => true,
      close: async () => undefined,
    }),
    has: (jws) => written.has(jws),
  };
}
