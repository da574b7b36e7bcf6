import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { answer } from '../endpoints/endpoint.ts';
import { type Reply, replyOf, send, whole } from './reply.ts';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** What a client sees of one reply: the answer and its chunks, or how it failed. */
async function seen(
  reply: Reply,
): Promise<{ incoming: IncomingMessage | null; chunks: string[]; failure: string }> {
  server = createServer((_, response) => send(response, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return new Promise((resolve) => {
    const chunks: string[] = [];
    const request = get({ port, host: '127.0.0.1', timeout: 200 }, (incoming) => {
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
      incoming.on('end', () => resolve({ incoming, chunks, failure: '' }));
      incoming.on('error', (error) => resolve({ incoming, chunks, failure: error.message }));
    });
    request.on('timeout', () => resolve({ incoming: null, chunks, failure: 'silence' }));
    request.on('error', (error) => resolve({ incoming: null, chunks, failure: error.message }));
  });
}

it('sends JSON with its length in bytes', async () => {
  const { incoming, chunks } = await seen(replyOf(answer(400, { texto: 'ñandú' })));
  expect([incoming?.statusCode, chunks.join('')]).toEqual([400, '{"texto":"ñandú"}']);
  expect(incoming?.headers).toMatchObject({
    'content-type': 'application/json;charset=UTF-8',
    'content-length': '19',
  });
});

it('sends an empty answer without a type', async () => {
  const { incoming, chunks } = await seen(replyOf(answer(401, null)));
  expect([incoming?.statusCode, incoming?.headers['content-type'], chunks]).toEqual([401, undefined, []]);
});

it('sends other text under its own type', async () => {
  const { incoming } = await seen(whole(502, '<html></html>', 'text/html'));
  expect(incoming?.headers['content-type']).toBe('text/html');
});

it('drips one byte at a time and ends whole', async () => {
  const { incoming, chunks } = await seen({ kind: 'drip', status: 200, text: '{"a":1}', everyMs: 15 });
  expect(incoming?.statusCode).toBe(200);
  expect(chunks.join('')).toBe('{"a":1}');
  expect(chunks.length).toBeGreaterThan(3);
});

it('breaks the connection, or says nothing', async () => {
  expect((await seen({ kind: 'reset' })).failure).toMatch(/hang up|ECONNRESET/);
  server.closeAllConnections();
  server.close();
  expect((await seen({ kind: 'silence' })).failure).toBe('silence');
});
