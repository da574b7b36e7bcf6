import type { DeliveryKey, DeliveryQueue } from '../operations/deliveries/ports.ts';
import { type DeliveryContext, sendDelivery } from '../operations/deliveries/send-delivery.ts';
import { createTasks, type Tasks } from './tasks.ts';
import type { WorkLoop } from './work-loop.ts';

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

interface DeliveryLoopParts {
  readonly context: DeliveryContext;
  readonly queue: DeliveryQueue;
  readonly limits: DeliveryLoopLimits;
}

/**
 * Sends the outbox, apart from all other work: it shares neither places nor connections with it. What is under way at the
 * stop has the grace to end.
 */
export function startDeliveryLoop(parts: DeliveryLoopParts): WorkLoop {
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const tasks = createTasks();
  const done = loop(parts, tasks, { stop: stopping.signal, cut: cutting.signal });
  return {
    async stop() {
      stopping.abort();
      tasks.wakeUp();
      const grace = setTimeout(() => cutting.abort(), parts.limits.graceMs);
      await done;
      clearTimeout(grace);
    },
  };
}

async function loop(
  parts: DeliveryLoopParts,
  tasks: Tasks,
  { stop, cut }: { readonly stop: AbortSignal; readonly cut: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const started = await startDue(parts, tasks, cut);
    const pause = started > 0 ? parts.limits.pollMs / 10 : parts.limits.pollMs;
    if (!stop.aborted) await tasks.pause(pause);
  }
  await tasks.all();
}

async function startDue(
  { context, queue, limits }: DeliveryLoopParts,
  tasks: Tasks,
  cut: AbortSignal,
): Promise<number> {
  const { concurrency, perCompany } = limits;
  if (tasks.size() >= concurrency) return 0;
  const found = await queue.due({ total: 2 * concurrency, perCompany }).catch((error: unknown) => {
    warn(context, {}, error);
    return [];
  });
  let started = 0;
  for (const due of found) {
    const { companyId, documentId, kind, address } = due;
    if (tasks.size() >= concurrency) break;
    if (tasks.ofCompany(companyId) >= perCompany) continue;
    const key = `${documentId} ${kind} ${address}`;
    if (tasks.start(key, companyId, () => send(context, due, cut))) started += 1;
  }
  return started;
}

/** False where it failed. */
async function send(context: DeliveryContext, due: DeliveryKey, cut: AbortSignal): Promise<boolean> {
  try {
    await sendDelivery(context, due, cut);
    return true;
  } catch (error) {
    warn(context, { companyId: due.companyId, documentId: due.documentId }, error);
    return false;
  }
}

function warn({ log }: DeliveryContext, where: Readonly<Record<string, string>>, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.warn('delivery_work_failed', { ...where, reason });
}
