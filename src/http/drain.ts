import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a connection without a request is kept for one. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 20;

/**
 * Prepares an interface to leave without failing a request. The function returned stops the listening, so that new
 * connections go to other nodes, and lets each open connection have one more answer, which tells its client to close
 * it; it resolves when no connection is left, or the rest has been idle for the patience of five seconds.
 */
export function prepareDrain(
  app: {
    readonly server: Server;
    addHook(
      name: 'onSend',
      hook: (request: unknown, reply: { header(name: string, value: string): unknown }) => Promise<void>,
    ): unknown;
  },
  patienceMs = PATIENCE_MS,
): () => Promise<void> {
  let draining = false;
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return async () => {
    draining = true;
    // That of the HTTP server would cut idle connections off at once, also one on which a request is just arriving.
    Server.prototype.close.call(app.server);
    const until = performance.now() + patienceMs;
    while ((await connectionsOf(app.server)) > 0 && performance.now() < until) await sleep(LOOK_AGAIN_MS);
  };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}
