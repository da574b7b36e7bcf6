import type { DeliveryKey, DeliveryQueue } from '../operations/deliveries/ports.ts';
import { type DeliveryContext, sendDelivery } from '../operations/deliveries/send-delivery.ts';
import { createLane, type Lane, type LaneLimits } from './lane.ts';
import { createTasks, type Tasks } from './tasks.ts';
import type { WorkLoop } from './work-loop.ts';

export interface DeliveryLoopLimits extends LaneLimits {
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
  const { pollMs } = parts.limits;
  const lane = laneOf(parts, tasks, cut);
  while (!stop.aborted) {
    const started = await lane.start(stop);
    if (!stop.aborted) await tasks.pause(started > 0 ? pollMs / 10 : pollMs);
  }
  await tasks.all();
}

function laneOf({ context, queue, limits }: DeliveryLoopParts, tasks: Tasks, cut: AbortSignal): Lane {
  return createLane<DeliveryKey>(tasks, {
    name: 'message',
    limits,
    keyOf: ({ documentId, kind, address }) => `${documentId} ${kind} ${address}`,
    find: ({ after, ...most }) =>
      queue.due({ ...most, after: after?.companyId }).catch((error: unknown) => {
        warn(context, {}, error);
        return [];
      }),
    work: (due) => send(context, due, cut),
  });
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
