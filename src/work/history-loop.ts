import type { Backlog } from '../operations/installation/metrics-ports.ts';
import type { NodeHistory, NodeLook } from '../operations/installation/node-history.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

export const HISTORY_LIMITS = {
  /** Between two looks at the node, in milliseconds. */
  lookMs: 10_000,
  /** The looks of a period; with the last of them, the database is asked what waits. */
  looks: 6,
};
export type HistoryLoopLimits = Readonly<typeof HISTORY_LIMITS>;

export interface HistoryLoopParts {
  readonly history: NodeHistory;
  readonly look: () => NodeLook;
  /** Null where the database does not tell in time. */
  readonly backlog: () => Promise<Backlog | null>;
  readonly limits: HistoryLoopLimits;
}

/** Keeps what the node remembers of itself. */
export function startHistoryLoop({ history, look, backlog, limits }: HistoryLoopParts): WorkLoop {
  return startLoop(async (tasks, stop) => {
    for (let count = 1; !stop.aborted; count += 1) {
      await tasks.pause(limits.lookMs);
      if (stop.aborted) return;
      history.look(look());
      if (count % limits.looks === 0) history.endMinute(await backlog().catch(() => null));
    }
  });
}
