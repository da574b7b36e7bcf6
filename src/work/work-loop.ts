import { setTimeout as sleep } from 'node:timers/promises';
import { accountName } from '../core/dte/kinds.ts';
import type { DueDocument, WorkQueue } from '../operations/background/ports.ts';
import { probe } from '../operations/background/probe.ts';
import type { ContingencyQueue, DueContingency } from '../operations/contingencies/ports.ts';
import {
  type ContingencyContext,
  lookAfterContingency,
} from '../operations/contingencies/report-contingency.ts';
import { revalidateDocument, wakeWithinMs } from '../operations/documents/revalidate-document.ts';
import {
  type InvalidationWorkContext,
  resumeInvalidation,
} from '../operations/invalidations/submit-invalidation.ts';
import { type Guard, guardedBy } from './guarded.ts';
import { createLane, type Lane, type LaneLimits, type LaneRun, runLanes } from './lane.ts';
import { createTasks, type Tasks } from './tasks.ts';

/** The places are those of documents; what is rarer has places of its own beside them. */
export interface WorkLimits extends LaneLimits {
  /** Between two looks at a queue that held nothing. */
  readonly pollMs: number;
}

/** Beside live requests; a document holds no connection while the authority is asked. */
export const WORK_LIMITS: WorkLimits = { concurrency: 16, perCompany: 8, pollMs: 1_000 };

/** What all the background work needs from outside. */
export interface WorkLoopContext extends ContingencyContext, InvalidationWorkContext {}

export interface WorkParts {
  readonly context: WorkLoopContext;
  readonly queue: WorkQueue;
  readonly contingencies: ContingencyQueue;
  /** Finds documents whose invalidation is due. */
  readonly invalidations: WorkQueue;
  readonly look: LaneRun['look'];
  readonly limits: WorkLimits;
}

export interface WorkLoop {
  /** Takes nothing more, lets calls under way end, and hands the rest over; resolves when nothing is held. */
  stop(): Promise<void>;
}

/** Begins a loop with tasks of its own; a stop ends its pause. */
export function startLoop(run: (tasks: Tasks, stop: AbortSignal) => Promise<void>): WorkLoop {
  const stopping = new AbortController();
  const tasks = createTasks();
  const done = run(tasks, stopping.signal);
  return {
    stop() {
      stopping.abort();
      tasks.wakeUp();
      return done;
    },
  };
}

/** Brings waiting documents on, here and on every other node at the same time, until it is told to stop. */
export function startWorkLoop(parts: WorkParts): WorkLoop {
  const orNull = guardedBy(parts.context.log, 'background_work_failed');
  return startLoop((tasks, stop) => {
    const lanes = [circuitLane, contingencyLanes, documentLanes].flatMap((lanesOf) =>
      lanesOf({ ...parts, orNull, tasks, stop }),
    );
    return runLanes(lanes, tasks, { stop, pollMs: parts.limits.pollMs, look: parts.look });
  });
}

interface Running extends WorkParts {
  readonly orNull: Guard;
  readonly tasks: Tasks;
  readonly stop: AbortSignal;
}

/** Probes accounts whose circuit is open; whatever answer closed one, all that waited for it is told. */
function circuitLane({ context, orNull, tasks }: Running): Lane {
  const { breaker, work, invalidations, contingencies, times } = context;
  return {
    async start() {
      for (const due of breaker.dueProbes()) {
        const { account } = due.query;
        const { companyId } = account;
        tasks.start({ lane: 'probe', key: accountName(account), companyId }, () =>
          orNull({ companyId }, () => probe(context, due)),
        );
      }
      for (const account of breaker.returned()) {
        const { companyId, ambiente } = account;
        tasks.start({ lane: 'wake', key: accountName(account), companyId }, () =>
          orNull({ companyId }, async () => {
            await work.wake(companyId, ambiente, wakeWithinMs(times));
            await invalidations.wake(companyId, ambiente, wakeWithinMs(times));
            await contingencies.wake(companyId, ambiente);
          }),
        );
      }
      return 0;
    },
  };
}

/** The places of each lane are its own: nothing that takes minutes keeps a report from the law's clock. */
const UNREPORTED: LaneLimits = { concurrency: 16, perCompany: 2 };
const REPORTS: LaneLimits = { concurrency: 8, perCompany: 2 };
const LOTES: LaneLimits = { concurrency: 8, perCompany: 4 };
const INVALIDATIONS: LaneLimits = { concurrency: 8, perCompany: 4 };

function contingencyLanes({ context, contingencies, limits, ...running }: Running): readonly Lane[] {
  const { tasks, stop, orNull } = running;
  const lookAfter = (due: DueContingency) =>
    orNull({ companyId: due.companyId }, () => lookAfterContingency(context, { due, stop }));
  const ofEvents = (name: string, limits: LaneLimits, sealed: boolean) =>
    createLane<DueContingency>(tasks, {
      name,
      limits,
      orNull,
      keyOf: ({ companyId, eventId }) => `${companyId} ${eventId}`,
      find: ({ after, ...most }) => contingencies.events({ ...most, sealed, after: after?.companyId }),
      work: lookAfter,
    });
  const rest = restOf(limits.pollMs, stop);
  const unreported = createLane<DueContingency>(tasks, {
    name: 'unreported',
    limits: UNREPORTED,
    orNull,
    keyOf: accountName,
    find: ({ total, after }) =>
      contingencies.unreported({ total, after, offline: context.breaker.offline() }),
    work: (due) => lookAfter(due).then(rest),
  });
  return [unreported, ofEvents('report', REPORTS, false), ofEvents('lote', LOTES, true)];
}

/**
 * Most companies that need an event still need it after a look, which therefore keeps its place until the rest of all looks
 * ends: however many companies wait, the database is asked once a rest.
 */
function restOf(restMs: number, stop: AbortSignal): () => Promise<unknown> {
  let resting: Promise<unknown> | null = null;
  return () => {
    resting ??= sleep(restMs, undefined, { signal: stop })
      .catch(() => undefined)
      .then(() => {
        resting = null;
      });
    return resting;
  };
}

function documentLanes({ context, queue, invalidations, limits, ...running }: Running): readonly Lane[] {
  const { tasks, stop, orNull } = running;
  const { breaker, times } = context;
  const laneOf = (
    lane: { readonly name: string; readonly limits: LaneLimits },
    queue: WorkQueue,
    work: (due: DueDocument) => Promise<unknown>,
  ) =>
    createLane<DueDocument>(tasks, {
      ...lane,
      orNull,
      keyOf: ({ documentId }) => documentId,
      find({ after, ...most }) {
        const offline = { accounts: breaker.offline(), quarantineMs: times.quarantineMs };
        return queue.due({ ...most, offline, after: after?.companyId });
      },
      work: (due) => orNull({ ...due }, () => work(due)),
    });
  return [
    laneOf({ name: 'invalidation', limits: INVALIDATIONS }, invalidations, (due) =>
      resumeInvalidation(context, { due, stop }),
    ),
    laneOf({ name: 'document', limits }, queue, (due) => revalidateDocument(context, { due, stop })),
  ];
}
