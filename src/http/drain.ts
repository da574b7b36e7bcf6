import type { IncomingMessage } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** How long a connection without a request is kept for one. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 20;
const SHORT_TURN_MS = 1;
const MOST_TURNS = 200;

/**
 * Prepares an interface to leave without failing a request. The function returned stops the listening, so that new
 * connections go to other nodes, and lets each open connection have one more answer, which tells its client to close
 * it; it resolves when no connection is left, or the rest has been idle for the patience of five seconds. A connection that
 * has never asked for anything, as browsers open them for later, is hung up on then: the server's own end would wait for
 * its first request for a minute.
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
  const silent = silentConnectionsOf(app.server);
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return async () => {
    draining = true;
    await untilAccepted();
    // That of the HTTP server would cut idle connections off at once, also one on which a request is just arriving.
    Server.prototype.close.call(app.server);
    const until = performance.now() + patienceMs;
    while ((await connectionsOf(app.server)) > 0 && performance.now() < until) await sleep(LOOK_AGAIN_MS);
    for (const connection of silent) connection.destroy();
  };
}

/**
 * Waits for a turn of the event loop that was short: whoever had knocked before it is let in by its end, and whoever knocks
 * in the kernel's queue of a socket that ends is hung up on.
 */
async function untilAccepted(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const beganMs = performance.now();
    await setImmediate();
    if (performance.now() - beganMs < SHORT_TURN_MS) return;
  }
}

/** The connections on which no request has come. */
function silentConnectionsOf(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    silent.add(connection);
    connection.once('close', () => silent.delete(connection));
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return silent;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}
