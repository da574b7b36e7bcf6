import { setTimeout as sleep } from 'node:timers/promises';
import type { ServingProcess } from './processes.ts';
import type { Rig } from './rig.ts';

/** Nodes that are killed over and over while others serve. */
export interface Fleet {
  /** A node that serves, by chance. */
  pick(): string | undefined;
  /** Kills that hit a serving node. */
  kills(): number;
  /** Starts that failed, as those do that meet a dead database. */
  failedStarts(): number;
  /** Ends when `enough` says so and leaves no node behind. */
  readonly done: Promise<unknown>;
}

export interface FleetOptions {
  readonly slots: number;
  readonly chance: () => number;
  /** How long a node lives at the most after it serves. */
  readonly lifeMs: number;
  readonly enough: (kills: number) => boolean;
}

const AFTER_FAILED_START_MS = 50;

/** In each slot a node starts, serves for a moment and dies by SIGKILL at a moment of chance. */
export function startFleet(rig: Rig, options: FleetOptions): Fleet {
  const { chance, enough } = options;
  const alive = new Set<ServingProcess>();
  const counts = { kills: 0, failedStarts: 0 };
  const slot = async (): Promise<void> => {
    while (!enough(counts.kills)) {
      const node = await rig.startNode().catch(() => null);
      if (node === null) {
        counts.failedStarts += 1;
        await sleep(AFTER_FAILED_START_MS);
        continue;
      }
      alive.add(node);
      await sleep(chance() * options.lifeMs);
      alive.delete(node);
      await node.kill();
      counts.kills += 1;
    }
  };
  return {
    pick: () => [...alive][Math.floor(chance() * alive.size)]?.url,
    kills: () => counts.kills,
    failedStarts: () => counts.failedStarts,
    done: Promise.all(Array.from({ length: options.slots }, slot)),
  };
}
