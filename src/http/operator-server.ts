import type { IncomingMessage, ServerResponse } from 'node:http';

// To import this module by a name has Node load its own fetch as well, for 40 ms and 14 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** What whoever watches a node asks it, on a port of its own that callers need not reach. */
export interface OperatorServer {
  /** Rejects with the system's error where the address cannot be used. */
  listen(host: string, port: number): Promise<void>;
  close(): Promise<void>;
}

/** What the operator server asks the node. */
export interface OperatorParts {
  /** Why nothing can be issued, in a word; null where it can. */
  obstacle(): Promise<string | null>;
  /** The measures as text of `metricsType`. */
  metrics(): Promise<string>;
  readonly metricsType: string;
}

/**
 * Answers `GET /live` with 200 as long as the process runs; `GET /ready` with 200 while the database answers in time and
 * could keep a document and requests find places, and with 503 and the reason otherwise; `GET /metrics` with the measures
 * of the node.
 */
export function createOperatorServer(parts: OperatorParts): OperatorServer {
  const server = createServer((request, response) => {
    void answer(request, response, parts);
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
  { obstacle, metrics, metricsType }: OperatorParts,
): Promise<void> {
  const path = method === 'GET' || method === 'HEAD' ? url.split('?')[0] : null;
  if (path === '/live') return send(response, 200, 'live');
  if (path === '/metrics') return sendMetrics(response, metricsType, metrics);
  if (path !== '/ready') return send(response, 404, 'unknown');
  const reason = await obstacle();
  return reason === null ? send(response, 200, 'ready') : send(response, 503, 'not_ready', reason);
}

async function sendMetrics(
  response: ServerResponse,
  type: string,
  metrics: () => Promise<string>,
): Promise<void> {
  const text = await metrics().catch(() => null);
  if (text === null) return send(response, 500, 'unknown');
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

function send(response: ServerResponse, code: number, status: string, reason?: string): void {
  response
    .writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify({ status, reason })}\n`);
}
