import {
  probeAuthority,
  revalidateDocument,
  type WorkContext,
} from '../../src/operations/revalidate-document.ts';
import type { Database } from './database/rules.ts';
import { dueDocuments } from './database/simulated-work.ts';
import { noteError } from './fleet.ts';
import type { Life } from './node.ts';
import { COMPANY, COMPANY_ID } from './orders.ts';
import type { World } from './world.ts';

export interface BackgroundOptions {
  readonly world: World;
  readonly database: Database;
  readonly life: Life;
  readonly context: WorkContext;
}

/** With the authority down a probe may be due this soon. */
const PROBE_MS = 10_000;
const SHORTEST_MS = 500;
const STOP = { aborted: false };

/** A node's background work, from its start to its death: what is due, one after another, and the breaker's probes. */
export function workInBackground(options: BackgroundOptions): void {
  const { world, life } = options;
  const look = (): void => {
    if (life.isDead() || world.isOver()) return;
    const probes = options.context.breaker.dueProbes();
    const { due, nextMs } = dueDocuments(options.database);
    if (due.length === 0 && probes.length === 0) {
      world.after(pauseMs(options, nextMs), look);
      return;
    }
    life.resume(1, () => {
      void round(options, due, probes).then(() => world.after(SHORTEST_MS, look));
    });
  };
  world.after(world.dice.upTo(5_000), look);
}

/** Sooner than the longest pause only where something is known to come; the longest grows with the world's age. */
function pauseMs({ world, context }: BackgroundOptions, nextMs: number | null): number {
  const longestMs = Math.max(15_000, world.faultsEndMs / 100);
  const dueMs = nextMs === null ? longestMs : Math.max(SHORTEST_MS, nextMs - world.nowMs());
  const isOpen = context.breaker.isOpen({ companyId: COMPANY_ID, ambiente: COMPANY.ambiente });
  return Math.min(isOpen ? PROBE_MS : longestMs, dueMs);
}

type Due = ReturnType<typeof dueDocuments>['due'];
type Probes = ReturnType<WorkContext['breaker']['dueProbes']>;

async function round({ world, life, context }: BackgroundOptions, due: Due, probes: Probes): Promise<void> {
  for (const query of probes) await guarded(world, () => probeAuthority(context, query));
  for (const { record } of due) {
    const { companyId, documentId } = record;
    world.note(() => `${life.name} works on ${record.externalRef}`);
    await guarded(world, () => revalidateDocument(context, { due: { companyId, documentId }, stop: STOP }));
  }
}

async function guarded(world: World, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    noteError(world, error);
  }
}
