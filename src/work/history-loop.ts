import type { Backlog } from '../operations/installation/metrics-ports.ts';
import type { NodeHistory, NodeLook } from '../operations/installation/node-history.ts';
import type { Tasks } from './tasks.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

export interface HistoryLoopLimits {
  /** Between two looks at the node, in milliseconds. */
  readonly lookMs: number;
  /** The looks of a period; with the last of them, the database is asked what waits. */
  readonly looks: number;
}

export const HISTORY_LIMITS: HistoryLoopLimits = { lookMs: 10_000, looks: 6 };

export interface HistoryLoopParts {
  readonly history: NodeHistory;
  readonly look: () => NodeLook;
  /** Null where the database does not tell in time. */
  readonly backlog: () => Promise<Backlog | null>;
  readonly limits: HistoryLoopLimits;
}

/** Keeps what the node remembers of itself. */
export function startHistoryLoop(parts: HistoryLoopParts): WorkLoop {
  return startLoop((tasks, stop) => loop(parts, tasks, stop));
}

async function loop(
  { history, look, backlog, limits }: HistoryLoopParts,
  tasks: Tasks,
  stop: AbortSignal,
): Promise<void> {
  for (let count = 1; !stop.aborted; count += 1) {
    await tasks.pause(limits.lookMs);
    if (stop.aborted) return;
    history.look(look());
    if (count % limits.looks === 0) history.endMinute(await backlog().catch(() => null));
  }
}
