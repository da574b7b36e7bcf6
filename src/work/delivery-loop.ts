import type { DeliveryKey, DeliveryQueue } from '../operations/deliveries/ports.ts';
import { type DeliveryContext, sendDelivery } from '../operations/deliveries/send-delivery.ts';

export interface DeliveryLoopLimits {
  /** Messages that one node sends at a time. */
  readonly concurrency: number;
  /** The most messages of one company among them, so that a server that hangs holds up its own company alone. */
  readonly perCompany: number;
  /** Between two looks at an outbox that held nothing. */
  readonly pollMs: number;
  /** What is under way when the node is told to end may take so long. */
  readonly graceMs: number;
}

export const DELIVERY_LIMITS: DeliveryLoopLimits = {
  concurrency: 6,
  perCompany: 2,
  pollMs: 1_000,
  graceMs: 5_000,
};

export interface DeliveryLoopParts {
  readonly context: DeliveryContext;
  readonly queue: DeliveryQueue;
  readonly limits: DeliveryLoopLimits;
}

export interface DeliveryLoop {
  /** Takes nothing more and resolves when nothing is under way, after the grace at the latest. */
  stop(): Promise<void>;
}

/** What is under way here. */
interface Sending {
  readonly companies: Map<string, string>;
  /** Each tells whether it ended orderly. */
  readonly tasks: Set<Promise<boolean>>;
}

/** Sends the outbox, apart from all other work: it shares neither places nor connections with it. */
export function startDeliveryLoop(parts: DeliveryLoopParts): DeliveryLoop {
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const sending: Sending = { companies: new Map(), tasks: new Set() };
  const done = loop(parts, sending, { stop: stopping.signal, cut: cutting.signal });
  return {
    async stop() {
      stopping.abort();
      const grace = setTimeout(() => cutting.abort(), parts.limits.graceMs);
      await done;
      clearTimeout(grace);
    },
  };
}

async function loop(
  parts: DeliveryLoopParts,
  sending: Sending,
  { stop, cut }: { readonly stop: AbortSignal; readonly cut: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const started = await startDue(parts, sending, cut);
    const pause = started > 0 ? parts.limits.pollMs / 10 : parts.limits.pollMs;
    if (!stop.aborted) await paused(pause, stop, sending.tasks);
  }
  await Promise.all(sending.tasks);
}

/** Resolves after the time, when a place is free again, or when the loop is to end. */
function paused(timeoutMs: number, stop: AbortSignal, tasks: Sending['tasks']): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    stop.addEventListener('abort', end, { once: true });
    // What fails at once would otherwise be tried again at once.
    for (const task of tasks) task.then((isWell) => isWell && end());
  });
}

async function startDue(
  { context, queue, limits }: DeliveryLoopParts,
  sending: Sending,
  cut: AbortSignal,
): Promise<number> {
  if (sending.tasks.size >= limits.concurrency) return 0;
  const found = await queue
    .due({ total: 2 * limits.concurrency, perCompany: limits.perCompany })
    .catch((error: unknown) => {
      warn(context, {}, error);
      return [];
    });
  let started = 0;
  for (const due of found) {
    if (!fits(sending, limits, due)) continue;
    start(context, sending, { due, cut });
    started += 1;
  }
  return started;
}

function fits({ companies, tasks }: Sending, limits: DeliveryLoopLimits, due: DeliveryKey): boolean {
  const { concurrency, perCompany } = limits;
  const ofCompany = [...companies.values()].filter((companyId) => companyId === due.companyId).length;
  return tasks.size < concurrency && ofCompany < perCompany && !companies.has(nameOf(due));
}

function nameOf({ documentId, kind, address }: DeliveryKey): string {
  return `${documentId} ${kind} ${address}`;
}

function start(
  context: DeliveryContext,
  { companies, tasks }: Sending,
  { due, cut }: { readonly due: DeliveryKey; readonly cut: AbortSignal },
): void {
  const { companyId, documentId } = due;
  const task = sendDelivery(context, due, cut)
    .then(() => true)
    .catch((error: unknown) => {
      warn(context, { companyId, documentId }, error);
      return false;
    })
    .finally(() => {
      companies.delete(nameOf(due));
      tasks.delete(task);
    });
  companies.set(nameOf(due), companyId);
  tasks.add(task);
}

function warn({ log }: DeliveryContext, where: Readonly<Record<string, string>>, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.warn('delivery_work_failed', { ...where, reason });
}
