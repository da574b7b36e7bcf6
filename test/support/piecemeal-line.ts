import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A line that brings pages in small pieces, as they come over a poor one. */
export interface PiecemealLine {
  readonly url: string;
  close(): Promise<void>;
}

/** So little and so slowly that a browser paints what has come of a line; words come whole. */
const PIECE_BYTES = 300;
const BETWEEN_MS = 30;

/** Opens a line to a service on this machine: pages come through it uncompressed and in pieces, all else as it is. */
export async function openPiecemealLine(target: string): Promise<PiecemealLine> {
  const server = createServer((incoming, outgoing) => {
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const asked = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers });
    asked.once('response', (answer: IncomingMessage) => void pass(answer, outgoing));
    asked.once('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
  if (answer.headers['content-type']?.startsWith('text/html') !== true) {
    answer.pipe(outgoing);
    return;
  }
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf('>', at + PIECE_BYTES) + 1 || bytes.length;
      outgoing.write(bytes.subarray(at, end));
      at = end;
      await sleep(BETWEEN_MS);
    }
  }
  outgoing.end();
}
