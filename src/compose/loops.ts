import type { Ambiente } from '../core/dte/kinds.ts';
import type { CircuitBreaker } from '../operations/background/circuit-breaker.ts';
import type { DeliveryContext } from '../operations/deliveries/send-delivery.ts';
import type { NodeHistory } from '../operations/installation/node-history.ts';
import { createArchiveChain, createArchiveQueue } from '../storage/archive/archive-chain.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createContingencyQueue } from '../storage/contingencies/contingency-queue.ts';
import { createDeliveryQueue } from '../storage/deliveries/delivery-queue.ts';
import { createBacklogReader } from '../storage/documents/backlog-reader.ts';
import { createWorkQueue } from '../storage/documents/work-queue.ts';
import { createInvalidationQueue } from '../storage/invalidations/invalidation-queue.ts';
import { createSearch } from '../storage/listings/search-filler.ts';
import { createQueueLook } from '../storage/sending/queue-look.ts';
import { timely } from '../telemetry/timely.ts';
import {
  ARCHIVE_LIMITS,
  type ArchiveLoopLimits,
  type ArchiveLoopParts,
  startArchiveLoop,
} from '../work/archive-loop.ts';
import { createBusyShare } from '../work/busy-share.ts';
import { DELIVERY_LIMITS, type DeliveryLoopLimits, startDeliveryLoop } from '../work/delivery-loop.ts';
import { guardedBy } from '../work/guarded.ts';
import { type HistoryLoopLimits, startHistoryLoop } from '../work/history-loop.ts';
import { ifAny, type Look, type RunningLook, startLook } from '../work/look.ts';
import { REHEARSAL_LIMITS, type RehearsalLoopLimits } from '../work/rehearsal-loop.ts';
import {
  SEARCH_LIMITS,
  type SearchLoopLimits,
  type SearchLoopParts,
  startSearchLoop,
} from '../work/search-loop.ts';
import {
  startWorkLoop,
  WORK_LIMITS,
  type WorkLimits,
  type WorkLoop,
  type WorkLoopContext,
} from '../work/work-loop.ts';
import { startRehearsals } from './rehearsals.ts';

/** What waits is not waited for longer than this. */
const BACKLOG_WITHIN_MS = 2_000;

/** What the loops of the background are made from. */
interface LoopParts<Context> {
  readonly context: Context;
  readonly pools: { readonly service: Pool; readonly scan: Pool };
  readonly environments: readonly Ambiente[];
  readonly look: Look;
}

/** The limits of the loops, where they are not those that a node has; null where a loop does not run. */
export interface LoopLimits {
  readonly workLimits?: WorkLimits | null | undefined;
  readonly mailLimits?: DeliveryLoopLimits | null | undefined;
  readonly archiveLimits?: ArchiveLoopLimits | null | undefined;
  readonly searchLimits?: SearchLoopLimits | null | undefined;
  readonly rehearsalLimits?: RehearsalLoopLimits | null | undefined;
}

/** All that a node does without being asked, with one look at what is due. `delivering` is made where mail is sent. */
export function startLoops(
  across: Omit<LoopParts<Parameters<typeof startRehearsals>[0]['context'] & WorkLoopContext>, 'look'>,
  delivering: () => DeliveryContext,
  {
    workLimits = WORK_LIMITS,
    mailLimits = DELIVERY_LIMITS,
    archiveLimits = ARCHIVE_LIMITS,
    searchLimits = SEARCH_LIMITS,
    rehearsalLimits = REHEARSAL_LIMITS,
  }: LoopLimits,
): WorkLoop {
  const look = startQueueLook(across);
  const parts = { ...across, look };
  const loops = [
    workLimits && startWork(parts, workLimits),
    mailLimits && startMail({ ...parts, context: delivering() }, mailLimits),
    archiveLimits && startArchive(parts, archiveLimits),
    searchLimits && startSearch(parts, searchLimits),
    rehearsalLimits && startRehearsals(parts, rehearsalLimits),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop?.stop()));
      await look.stop();
    },
  };
}

/** The look of the loops of a node, whose failure leaves each loop to its own. */
function startQueueLook({
  context,
  pools,
  environments,
}: Omit<LoopParts<WorkLoopContext>, 'look'>): RunningLook {
  const { breaker, times, log } = context;
  const { due } = createQueueLook(pools.scan, environments);
  return startLook(
    () => due({ accounts: breaker.offline(), quarantineMs: times.quarantineMs }),
    guardedBy(log, 'background_look_failed'),
  );
}

function startWork(
  { context, pools, environments, look }: LoopParts<WorkLoopContext>,
  limits: WorkLimits,
): WorkLoop {
  const { unreported, events } = createContingencyQueue(pools.scan, environments);
  const [reports, lotes] = [ifAny(look, 'reports', events), ifAny(look, 'lotes', events)];
  return startWorkLoop({
    context,
    queue: { due: ifAny(look, 'documents', createWorkQueue(pools.scan, environments).due) },
    contingencies: {
      unreported: ifAny(look, 'unreported', unreported),
      events: (limits) => (limits.sealed ? lotes(limits) : reports(limits)),
    },
    invalidations: {
      due: ifAny(look, 'invalidations', createInvalidationQueue(pools.scan, environments).due),
    },
    look,
    limits,
  });
}

function startMail(
  { context, pools, environments, look }: LoopParts<DeliveryContext>,
  limits: DeliveryLoopLimits,
): WorkLoop {
  const queue = { due: ifAny(look, 'deliveries', createDeliveryQueue(pools.scan, environments).due) };
  return startDeliveryLoop({ context, queue, look, limits });
}

function startArchive(
  { context, pools, look }: LoopParts<Omit<ArchiveLoopParts['context'], 'chain'>>,
  limits: ArchiveLoopLimits,
): WorkLoop {
  const chain = createArchiveChain(pools.service);
  const { unlinked, unsigned } = createArchiveQueue(pools.scan);
  const queue = { unlinked: ifAny(look, 'archives', unlinked), unsigned };
  const busyShare = createBusyShare();
  return startArchiveLoop({ context: { ...context, chain }, queue, look, busyShare, limits });
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

function startSearch(
  { context, pools, look }: LoopParts<Pick<SearchLoopParts, 'clock' | 'log'>>,
  limits: SearchLoopLimits,
): WorkLoop {
  return startSearchLoop({ ...context, search: createSearch(pools.scan), look, limits });
}
