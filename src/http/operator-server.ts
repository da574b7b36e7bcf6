import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What whoever watches a node asks it, on a port of its own that callers need not reach. */
export interface OperatorServer {
  /** Rejects with the system's error where the address cannot be used. */
  listen(host: string, port: number): Promise<void>;
  close(): Promise<void>;
}

/** A node whose database takes longer than this to answer a trifle should get no more requests for now. */
export const READY_WITHIN_MS = 1_000;

/**
 * Answers `GET /live` with 200 as long as the process runs, and `GET /ready` with 200 while the database answers in
 * time and 503 otherwise. `askDatabase` rejects where it does not answer.
 */
export function createOperatorServer(askDatabase: () => Promise<unknown>): OperatorServer {
  const isReady = readiness(askDatabase);
  const server = createServer((request, response) => {
    void answer(request, response, isReady);
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const path = method === 'GET' || method === 'HEAD' ? url.split('?')[0] : null;
  if (path === '/live') return send(response, 200, 'live');
  if (path !== '/ready') return send(response, 404, 'unknown');
  return (await isReady()) ? send(response, 200, 'ready') : send(response, 503, 'not_ready');
}

function send(response: ServerResponse, code: number, status: string): void {
  response
    .writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify({ status })}\n`);
}

/** Everybody who asks at the same time shares one question, so that a database that hangs is not asked ever more. */
function readiness(askDatabase: () => Promise<unknown>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  const ask = async () => {
    const answers = await askDatabase().then(
      () => true,
      () => false,
    );
    asking = null;
    return answers;
  };
  return () => {
    asking ??= ask();
    return Promise.race([asking, sleep(READY_WITHIN_MS, false, { ref: false })]);
  };
}
