import { refuse } from '../core/refusals/refusal.ts';
import type { App } from './app.ts';
import { holderOf } from './held.ts';
import { sendRefusal } from './problems.ts';

/**
 * Has the handlers of all routes run as work of their requests, which keep what they hold until it has settled. None is begun
 * for a caller who has gone.
 */
export function holdHandlers(app: App): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const holder = holderOf(reply.raw);
      if (holder.isOver) return sendRefusal(reply, refuse('busy'));
      return holder.during(() => handler.call(this, request, reply));
    };
  });
}
