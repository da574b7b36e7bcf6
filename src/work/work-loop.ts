import type { DueDocument, WorkQueue } from '../operations/background/ports.ts';
import type { ContingencyQueue } from '../operations/contingencies/ports.ts';
import {
  type ContingencyContext,
  lookAfterContingency,
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
import { createTasks, type Tasks } from './tasks.ts';

export interface WorkLimits {
  /** Documents that one node works on at a time. */
  readonly concurrency: number;
  /** The most documents of one company among them. */
  readonly perCompany: number;
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
  const stopping = new AbortController();
  const tasks = createTasks();
  const done = loop(parts, tasks, stopping.signal);
  return {
    stop() {
      stopping.abort();
      tasks.wakeUp();
      return done;
    },
  };
}

async function loop(parts: WorkParts, tasks: Tasks, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    probe(parts, tasks);
    wake(parts, tasks);
    await startContingencies(parts, tasks, stop);
    const invalidations = await startInvalidations(parts, tasks, stop);
    const started = invalidations + (await startDue(parts, tasks, stop));
    // With work started, the next look comes as soon as a place is free; else after the full pause.
    if (!stop.aborted) await tasks.pause(started > 0 ? parts.limits.pollMs / 10 : parts.limits.pollMs);
  }
  await tasks.all();
}

function probe({ context }: WorkParts, tasks: Tasks): void {
  for (const query of context.breaker.dueProbes()) {
    const { companyId, ambiente } = query.account;
    tasks.start(`probe ${ambiente} ${companyId}`, null, () =>
      guarded(context, { companyId }, () => probeAuthority(context, query)),
    );
  }
}

/** Whatever answer closed a circuit, the documents and invalidations that waited for it hear of it. */
function wake({ context }: WorkParts, tasks: Tasks): void {
  for (const account of context.breaker.returned()) {
    const { companyId, ambiente } = account;
    tasks.start(`wake ${ambiente} ${companyId}`, null, () =>
      guarded(context, { companyId }, async () => {
        await wakeDocuments(context, account);
        await wakeInvalidations(context, account);
      }),
    );
  }
}

async function startDue({ context, queue, limits }: WorkParts, tasks: Tasks, stop: AbortSignal) {
  const free = limits.concurrency - tasks.size();
  if (free <= 0) return 0;
  const offline = { accounts: context.breaker.offline(), quarantineMs: context.times.quarantineMs };
  const due = await guarded(context, {}, () =>
    queue.due({ total: 2 * limits.concurrency, perCompany: limits.perCompany, offline }),
  );
  let started = 0;
  for (const one of due ?? []) {
    if (started >= free || stop.aborted) break;
    if (tasks.ofCompany(one.companyId) >= limits.perCompany) continue;
    if (tasks.start(one.documentId, one.companyId, () => revalidate(context, one, stop))) started += 1;
  }
  return started;
}

/** One task for each event, and one for each company that is to have one. */
async function startContingencies({ context, contingencies }: WorkParts, tasks: Tasks, stop: AbortSignal) {
  const found = await guarded(context, {}, () => contingencies.due(CONTINGENCIES));
  for (const due of found ?? []) {
    if (stop.aborted) return;
    const { companyId, ambiente, eventId } = due;
    tasks.start(`contingency ${ambiente} ${companyId} ${eventId}`, null, () =>
      guarded(context, { companyId }, () => lookAfterContingency(context, { due, stop })),
    );
  }
}

/** Contingencies that one node looks after at a time. */
const CONTINGENCIES = 8;

/** Invalidations that one node works on at a time, and those of one company that it takes at once. */
const INVALIDATIONS = { total: 8, perCompany: 4 };
const INVALIDATION = 'invalidation ';

async function startInvalidations(
  { context, invalidations }: WorkParts,
  tasks: Tasks,
  stop: AbortSignal,
): Promise<number> {
  const total = INVALIDATIONS.total - tasks.alike(INVALIDATION);
  if (total <= 0) return 0;
  const offline = { accounts: context.breaker.offline(), quarantineMs: context.times.quarantineMs };
  const limits = { ...INVALIDATIONS, total, offline };
  const found = await guarded(context, {}, () => invalidations.due(limits));
  let started = 0;
  for (const due of found ?? []) {
    if (stop.aborted) break;
    const resume = () => guarded(context, { ...due }, () => resumeInvalidation(context, { due, stop }));
    if (tasks.start(`${INVALIDATION}${due.documentId}`, null, resume)) started += 1;
  }
  return started;
}

function revalidate(context: WorkContext, due: DueDocument, stop: AbortSignal): Promise<unknown> {
  const { companyId, documentId } = due;
  return guarded(context, { companyId, documentId }, () => revalidateDocument(context, { due, stop }));
}

/** A failure stops nobody else: it is told, and what was held comes back by itself. */
async function guarded<T>(
  { log }: WorkContext,
  where: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('background_work_failed', { ...where, reason });
    return null;
  }
}
