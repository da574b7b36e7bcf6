import type { DeliveryKey, DeliveryQueue } from '../operations/deliveries/ports.ts';
import { type DeliveryContext, sendDelivery } from '../operations/deliveries/send-delivery.ts';
import { guardedBy } from './guarded.ts';
import { createLane, type LaneRun, runLanes } from './lane.ts';
import { startLoop, type WorkLoop } from './work-loop.ts';

export const DELIVERY_LIMITS = {
  concurrency: 6,
  perCompany: 2,
  /** Between two looks at an outbox that held nothing. */
  pollMs: 1_000,
  /** What is under way when the node is told to end may take so long. */
  graceMs: 5_000,
};
export type DeliveryLoopLimits = Readonly<typeof DELIVERY_LIMITS>;

/**
 * Sends the outbox, apart from all other work: it shares neither places nor connections with it. What is under way at the
 * stop has the grace to end.
 */
export function startDeliveryLoop({
  context,
  queue,
  look,
  limits,
}: {
  readonly context: DeliveryContext;
  readonly queue: DeliveryQueue;
  readonly look: LaneRun['look'];
  readonly limits: DeliveryLoopLimits;
}): WorkLoop {
  const cutting = new AbortController();
  const orNull = guardedBy(context.log, 'delivery_work_failed');
  const loop = startLoop((tasks, stop) => {
    const lane = createLane<DeliveryKey>(tasks, {
      name: 'message',
      limits,
      orNull,
      keyOf: ({ documentId, kind, address }) => `${documentId} ${kind} ${address}`,
      find: ({ after, ...most }) => queue.due({ ...most, after: after?.companyId }),
      async work(due) {
        const { companyId, documentId } = due;
        const sending = () => sendDelivery(context, due, cutting.signal);
        return (await orNull({ companyId, documentId }, sending)) !== null;
      },
    });
    return runLanes([lane], tasks, { stop, pollMs: limits.pollMs, look });
  });
  return {
    async stop() {
      const grace = setTimeout(() => cutting.abort(), limits.graceMs);
      await loop.stop();
      clearTimeout(grace);
    },
  };
}
