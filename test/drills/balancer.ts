import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** One address before several nodes, as a reverse proxy is that asks the next one where one does not answer. */
export interface Balancer {
  readonly url: string;
  /** Requests that a node refused or broke off before it answered, and another one took. */
  readonly counts: { refused: number; broken: number };
  /** Which nodes stand behind it from now on. */
  setNodes(urls: readonly string[]): void;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let nodes: readonly string[] = [];
  let turn = 0;
  const counts = { refused: 0, broken: 0 };
  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    turn += 1;
    const tried = new Set<string>();
    // Nodes come and go while one of them is asked.
    for (;;) {
      const left = nodes.filter((node) => !tried.has(node));
      const node = left[turn % left.length];
      if (node === undefined) break;
      tried.add(node);
      const answer = await ask(node, incoming, body).catch(codeOf);
      if (typeof answer === 'object') {
        response.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
      if (answer === 'ECONNREFUSED') counts.refused += 1;
      else counts.broken += 1;
    }
    response.writeHead(502).end();
  };
  const server = createServer((incoming, response) => void pass(incoming, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    setNodes(urls) {
      nodes = urls;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Each request has a connection of its own, so that a node which ends breaks none that another request waits on. */
function ask(
  node: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { connection: _kept, ...forwarded } = headers;
    const options = { method, headers: forwarded, agent: false };
    request(node + url, options, (answer) => {
      const {
        connection: _own,
        'keep-alive': _alive,
        'transfer-encoding': _coding,
        ...rest
      } = answer.headers;
      const done = (bytes: Buffer) =>
        resolve({ status: answer.statusCode ?? 502, headers: rest, body: bytes });
      buffer(answer).then(done, reject);
    })
      .once('error', reject)
      .end(body);
  });
}
