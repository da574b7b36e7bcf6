import type { Ambiente } from '../core/dte/kinds.ts';
import type { CircuitBreaker } from '../operations/background/circuit-breaker.ts';
import type { NodeHistory } from '../operations/installation/node-history.ts';
import { createArchiveChain, createArchiveQueue } from '../storage/archive/archive-chain.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createContingencyQueue } from '../storage/contingencies/contingency-queue.ts';
import { createBacklogReader } from '../storage/documents/backlog-reader.ts';
import { createWorkQueue } from '../storage/documents/work-queue.ts';
import { createInvalidationQueue } from '../storage/invalidations/invalidation-queue.ts';
import { createSearch } from '../storage/listings/search-filler.ts';
import { timely } from '../telemetry/timely.ts';
import { type ArchiveLoopLimits, type ArchiveLoopParts, startArchiveLoop } from '../work/archive-loop.ts';
import { createBusyShare } from '../work/busy-share.ts';
import { type HistoryLoopLimits, startHistoryLoop } from '../work/history-loop.ts';
import { type SearchLoopLimits, type SearchLoopParts, startSearchLoop } from '../work/search-loop.ts';
import { startWorkLoop, type WorkLimits, type WorkLoop, type WorkLoopContext } from '../work/work-loop.ts';

/** What waits is not waited for longer than this. */
const BACKLOG_WITHIN_MS = 2_000;

/** What the loops of the background are made from. */
interface LoopParts<Context> {
  readonly context: Context;
  readonly pools: { readonly service: Pool; readonly scan: Pool };
  readonly environments: readonly Ambiente[];
}

export function startWork(
  { context, pools, environments }: LoopParts<WorkLoopContext>,
  limits: WorkLimits,
): WorkLoop {
  return startWorkLoop({
    context,
    queue: createWorkQueue(pools.scan, environments),
    contingencies: createContingencyQueue(pools.scan, environments),
    invalidations: createInvalidationQueue(pools.scan, environments),
    limits,
  });
}

export function startArchive(
  { context, pools }: LoopParts<Omit<ArchiveLoopParts['context'], 'chain'>>,
  limits: ArchiveLoopLimits,
): WorkLoop {
  const chain = createArchiveChain(pools.service);
  const queue = createArchiveQueue(pools.scan);
  return startArchiveLoop({ context: { ...context, chain }, queue, busyShare: createBusyShare(), limits });
}

export interface Remembering {
  readonly context: { readonly breaker: Pick<CircuitBreaker, 'offline'> };
  readonly pools: { readonly service: Pool };
  readonly history: NodeHistory;
}

export function startHistory({ context, pools, history }: Remembering, limits: HistoryLoopLimits): WorkLoop {
  const busyShare = createBusyShare();
  const backlog = createBacklogReader(pools.service);
  return startHistoryLoop({
    history,
    look: () => ({
      silentCompanies: context.breaker.offline().length,
      connections: pools.service.use(),
      busy: busyShare(),
    }),
    backlog: timely(() => backlog.read(), BACKLOG_WITHIN_MS),
    limits,
  });
}

export function startSearch(
  { context, pools }: LoopParts<Pick<SearchLoopParts, 'clock' | 'log'>>,
  limits: SearchLoopLimits,
): WorkLoop {
  return startSearchLoop({ ...context, search: createSearch(pools.scan), limits });
}
