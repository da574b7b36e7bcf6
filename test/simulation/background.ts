import { probe } from '../../src/operations/background/probe.ts';
import type { DueContingency } from '../../src/operations/contingencies/ports.ts';
import {
  type ContingencyContext,
  lookAfterContingency,
} from '../../src/operations/contingencies/report-contingency.ts';
import { revalidateDocument, wakeWithinMs } from '../../src/operations/documents/revalidate-document.ts';
import {
  type InvalidationWorkContext,
  resumeInvalidation,
} from '../../src/operations/invalidations/submit-invalidation.ts';
import { idOf } from '../support/identifiers.ts';
import type { Database } from './database/rules.ts';
import { dueContingencies } from './database/simulated-contingencies.ts';
import { dueInvalidations } from './database/simulated-invalidations.ts';
import { dueDocuments } from './database/simulated-work.ts';
import { type Life, noteError } from './node.ts';
import { COMPANY, COMPANY_ID } from './orders.ts';
import type { World } from './world.ts';

export interface BackgroundOptions {
  readonly world: World;
  readonly database: Database;
  readonly life: Life;
  readonly context: ContingencyContext & InvalidationWorkContext;
}

/** With the authority down a probe may be due this soon. */
const PROBE_MS = 10_000;
const SHORTEST_MS = 500;
/** A contingency that nothing can be done about yet is looked at again after this. */
const CONTINGENCY_MS = 30_000;
const STOP = { aborted: false };

/**
 * A node's background work, from its start to its death: the breaker's probes and the documents that are due, one
 * after another, and each contingency beside them.
 */
export function workInBackground(options: BackgroundOptions): void {
  const { world, life } = options;
  const looksAfter = contingencyTasks(options);
  const look = (): void => {
    if (life.isDead() || world.isOver()) return;
    const { breaker, times } = options.context;
    const probes = breaker.dueProbes();
    const returned = breaker.returned();
    const offline = { accounts: breaker.offline(), quarantineMs: times.quarantineMs };
    const documents = dueDocuments(options.database, offline);
    const contingencies = dueContingencies(options.database, offline.accounts);
    const invalidations = dueInvalidations(options.database, offline);
    const tasks = contingencies.due.filter(looksAfter.isFree);
    const found = [documents.due, probes, returned, tasks, invalidations.due];
    if (found.every((each) => each.length === 0)) {
      const times = [documents.nextMs, contingencies.nextMs, invalidations.nextMs];
      const isIdle = !isOpen(options) && times.every((timeMs) => timeMs === null);
      const pause = isIdle ? world.rest : world.after;
      pause(pauseMs(options, times), look);
      return;
    }
    life.resume(1, () => {
      for (const due of tasks) looksAfter.start(due);
      const work = { due: documents.due, invalidations: invalidations.due, probes, returned };
      void round(options, work).then(() => world.after(SHORTEST_MS, look));
    });
  };
  world.after(world.dice.upTo(5_000), look);
}

/** Sooner than the longest pause only where something is known to come; the longest grows with the world's age. */
function pauseMs(options: BackgroundOptions, times: readonly (number | null)[]): number {
  const { world } = options;
  const known = times.filter((timeMs) => timeMs !== null);
  const dueMs = Math.max(SHORTEST_MS, Math.min(Number.POSITIVE_INFINITY, ...known) - world.nowMs());
  return Math.min(isOpen(options) ? PROBE_MS : longestPauseMs(world), dueMs);
}

/** Between two looks at a database that held nothing. */
export function longestPauseMs({ faultsEndMs }: Pick<World, 'faultsEndMs'>): number {
  return Math.max(15_000, faultsEndMs / 100);
}

/** Whether the node's circuit is open, and it probes. */
function isOpen({ context }: BackgroundOptions): boolean {
  return context.breaker.isOpen({ companyId: COMPANY_ID, ambiente: COMPANY.ambiente });
}

/** One task for each event, and one for the company that is to have one; a lote takes minutes. */
function contingencyTasks({ world, life, context }: BackgroundOptions) {
  const running = new Set<string | null>();
  return {
    isFree: ({ eventId }: DueContingency) => !running.has(eventId),
    start(due: DueContingency) {
      const { eventId } = due;
      running.add(eventId);
      world.note(() => `${life.name} looks after ${eventId === null ? 'a contingency' : 'an event'}`);
      const task = guarded(world, () => lookAfterContingency(context, { due, stop: STOP }));
      const restMs = eventId === null ? CONTINGENCY_MS : SHORTEST_MS;
      void task.then(() => world.after(restMs, () => running.delete(eventId)));
    },
  };
}

interface Round {
  readonly due: ReturnType<typeof dueDocuments>['due'];
  readonly invalidations: ReturnType<typeof dueInvalidations>['due'];
  readonly probes: ReturnType<ContingencyContext['breaker']['dueProbes']>;
  /** Accounts that the authority answers again. */
  readonly returned: ReturnType<ContingencyContext['breaker']['returned']>;
}

async function round(
  { world, database, life, context }: BackgroundOptions,
  { due, invalidations, probes, returned }: Round,
): Promise<void> {
  const withinMs = wakeWithinMs(context.times);
  for (const due of probes) await guarded(world, () => probe(context, due));
  for (const { companyId, ambiente } of returned) {
    await guarded(world, () => context.work.wake(companyId, ambiente, withinMs));
    if (database.tables.events.size > 0)
      await guarded(world, () => context.contingencies.wake(companyId, ambiente));
    // The worlds in which nothing is invalidated are spared a call that finds nothing.
    if (database.tables.invalidations.size > 0)
      await guarded(world, () => context.invalidations.wake(companyId, ambiente, withinMs));
  }
  for (const { record } of due) {
    const { companyId, documentId } = record;
    world.note(() => `${life.name} works on ${record.externalRef}`);
    await guarded(world, () => revalidateDocument(context, { due: { companyId, documentId }, stop: STOP }));
  }
  for (const { companyId, documentId } of invalidations) {
    world.note(() => `${life.name} works on the invalidation of ..${documentId.slice(-4)}`);
    await guarded(world, () =>
      resumeInvalidation(context, { due: { companyId, documentId: idOf(documentId) }, stop: STOP }),
    );
  }
}

async function guarded(world: World, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    noteError(world, error);
  }
}
