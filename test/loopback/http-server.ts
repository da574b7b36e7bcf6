import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as the server received it, whole. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Respond = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

export interface LoopbackServer {
  readonly url: string;
  /** Every request, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** An HTTP server on a free port of the loopback interface that answers as the test says. */
export async function startHttpServer(respond: Respond): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(request);
    response.on('error', () => undefined);
    await respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The port of a listening server. */
export function portOf(address: string | { readonly port: number } | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('the server does not listen on a port');
  return address.port;
}
