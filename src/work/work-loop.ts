import { setTimeout as sleep } from 'node:timers/promises';
import type { DueDocument, Offline, WorkQueue } from '../operations/background/ports.ts';
import type { ContingencyQueue, DueContingency } from '../operations/contingencies/ports.ts';
import {
  type ContingencyContext,
  lookAfterContingency,
  wakeContingencies,
} from '../operations/contingencies/report-contingency.ts';
import {
  probeAuthority,
  revalidateDocument,
  type WorkContext,
  wakeDocuments,
} from '../operations/documents/revalidate-document.ts';
import type { InvalidationQueue } from '../operations/invalidations/ports.ts';
import {
  type InvalidationWorkContext,
  resumeInvalidation,
  wakeInvalidations,
} from '../operations/invalidations/resume-invalidation.ts';
import { guarded } from './guarded.ts';
import { createLane, type Lane, type LaneLimits, type LaneOf } from './lane.ts';
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
  readonly invalidations: InvalidationQueue;
  readonly limits: WorkLimits;
}

export interface WorkLoop {
  /** Takes nothing more, lets calls under way end, and hands the rest over; resolves when nothing is held. */
  stop(): Promise<void>;
}

/** Brings waiting documents on, here and on every other node at the same time, until it is told to stop. */
export function startWorkLoop(parts: WorkParts): WorkLoop {
  return startLoop((tasks, stop) => loop(parts, tasks, stop));
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

async function loop(parts: WorkParts, tasks: Tasks, stop: AbortSignal): Promise<void> {
  const lanes = lanesOf(parts, tasks, stop);
  while (!stop.aborted) {
    probe(parts, tasks);
    wake(parts, tasks);
    let started = 0;
    for (const lane of lanes) started += await lane.start(stop);
    // With work started, the next look comes as soon as a place is free; else after the full pause.
    if (!stop.aborted) await tasks.pause(started > 0 ? parts.limits.pollMs / 10 : parts.limits.pollMs);
  }
  await tasks.all();
}

function probe({ context }: WorkParts, tasks: Tasks): void {
  for (const query of context.breaker.dueProbes()) {
    const { companyId, ambiente } = query.account;
    tasks.start({ lane: 'probe', key: `${ambiente} ${companyId}`, companyId }, () =>
      orNull(context, { companyId }, () => probeAuthority(context, query)),
    );
  }
}

/** Whatever answer closed a circuit, all that waited for it is told. */
function wake({ context }: WorkParts, tasks: Tasks): void {
  for (const account of context.breaker.returned()) {
    const { companyId, ambiente } = account;
    tasks.start({ lane: 'wake', key: `${ambiente} ${companyId}`, companyId }, () =>
      orNull(context, { companyId }, async () => {
        await wakeDocuments(context, account);
        await wakeInvalidations(context, account);
        await wakeContingencies(context, account);
      }),
    );
  }
}

/** The places of each lane are its own: nothing that takes minutes keeps a report from the law's clock. */
const UNREPORTED: LaneLimits = { concurrency: 16, perCompany: 2 };
const REPORTS: LaneLimits = { concurrency: 8, perCompany: 2 };
const LOTES: LaneLimits = { concurrency: 8, perCompany: 4 };
const INVALIDATIONS: LaneLimits = { concurrency: 8, perCompany: 4 };

function lanesOf(parts: WorkParts, tasks: Tasks, stop: AbortSignal): readonly Lane[] {
  return [
    unreportedLane(parts, tasks, stop),
    eventLane(parts, tasks, { name: 'report', limits: REPORTS, sealed: false, stop }),
    eventLane(parts, tasks, { name: 'lote', limits: LOTES, sealed: true, stop }),
    invalidationLane(parts, tasks, stop),
    documentLane(parts, tasks, stop),
  ];
}

/**
 * Companies that need an event. Most of them still need it after a look, which therefore keeps its place until the rest of
 * all looks ends: however many companies wait, the database is asked once a rest.
 */
function unreportedLane(
  { context, contingencies, limits }: WorkParts,
  tasks: Tasks,
  stop: AbortSignal,
): Lane {
  let resting: Promise<unknown> | null = null;
  const rest = (): Promise<unknown> => {
    resting ??= sleep(limits.pollMs, undefined, { signal: stop })
      .catch(() => undefined)
      .then(() => {
        resting = null;
      });
    return resting;
  };
  return createLane<DueContingency>(tasks, {
    name: 'unreported',
    limits: UNREPORTED,
    keyOf: ({ ambiente, companyId }) => `${ambiente} ${companyId}`,
    find: async ({ total, after }) =>
      (await orNull(context, {}, () =>
        contingencies.unreported({ total, after, offline: context.breaker.offline() }),
      )) ?? [],
    async work(due) {
      const { companyId } = due;
      await orNull(context, { companyId }, () => lookAfterContingency(context, { due, stop }));
      await rest();
    },
  });
}

function eventLane(
  { context, contingencies }: WorkParts,
  tasks: Tasks,
  {
    stop,
    sealed,
    ...lane
  }: Pick<LaneOf<DueContingency>, 'name' | 'limits'> & {
    readonly sealed: boolean;
    readonly stop: AbortSignal;
  },
): Lane {
  return createLane<DueContingency>(tasks, {
    ...lane,
    keyOf: ({ companyId, eventId }) => `${companyId} ${eventId}`,
    find: async ({ after, ...most }) =>
      (await orNull(context, {}, () => contingencies.events({ ...most, sealed, after: after?.companyId }))) ??
      [],
    work: (due) =>
      orNull(context, { companyId: due.companyId }, () => lookAfterContingency(context, { due, stop })),
  });
}

function invalidationLane({ context, invalidations }: WorkParts, tasks: Tasks, stop: AbortSignal): Lane {
  return createLane<DueDocument>(tasks, {
    name: 'invalidation',
    limits: INVALIDATIONS,
    keyOf: ({ documentId }) => documentId,
    find: async ({ after, ...most }) =>
      (await orNull(context, {}, () =>
        invalidations.due({ ...most, offline: offlineOf(context), after: after?.companyId }),
      )) ?? [],
    work: (due) => orNull(context, { ...due }, () => resumeInvalidation(context, { due, stop })),
  });
}

function documentLane({ context, queue, limits }: WorkParts, tasks: Tasks, stop: AbortSignal): Lane {
  return createLane<DueDocument>(tasks, {
    name: 'document',
    limits,
    keyOf: ({ documentId }) => documentId,
    find: async ({ after, ...most }) =>
      (await orNull(context, {}, () =>
        queue.due({ ...most, offline: offlineOf(context), after: after?.companyId }),
      )) ?? [],
    work: (due) => orNull(context, { ...due }, () => revalidateDocument(context, { due, stop })),
  });
}

function offlineOf({ breaker, times }: WorkContext): Offline {
  return { accounts: breaker.offline(), quarantineMs: times.quarantineMs };
}

/** A failure stops nobody else: it is told, and what was held comes back by itself. */
function orNull<T>(
  { log }: Pick<WorkContext, 'log'>,
  where: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T | null> {
  return guarded({ log, event: 'background_work_failed', where }, work);
}
