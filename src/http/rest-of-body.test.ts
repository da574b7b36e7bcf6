import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
import { readRest } from './rest-of-body.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A request whose head announces so many bytes, and of which so many have been sent. */
async function requestOf(announced: number, sent: number): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const socket = openSocket(`http://127.0.0.1:${port}`);
  closers.push(
    () => server.close(),
    () => socket.destroy(),
  );
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${announced}\r\n\r\n${'x'.repeat(sent)}`);
  const [request] = await once(server, 'request');
  return request;
}

describe('the rest of a body', () => {
  it('is read to its end', async () => {
    const request = await requestOf(300_000, 300_000);
    expect(await readRest(request, { bytes: 300_000, forMs: 5_000, silentMs: 5_000 })).toBe(true);
    expect(request.complete).toBe(true);
    expect(await readRest(request)).toBe(true);
  });

  it('is none of a request that came by no connection and was read', async () => {
    const app = fastify();
    app.post('/', (request) => readRest(request.raw, { bytes: 0, forMs: 2_000, silentMs: 2_000 }));
    const { body } = await app.inject({ method: 'POST', url: '/', payload: { large: true } });
    expect(body).toBe('true');
  });

  it('is left where it is too much', async () => {
    const request = await requestOf(300_000, 300_000);
    expect(await readRest(request, { bytes: 299_999, forMs: 5_000, silentMs: 5_000 })).toBe(false);
  });

  it('is left where it does not come', async () => {
    const request = await requestOf(300_000, 100);
    const started = performance.now();
    expect(await readRest(request, { bytes: 300_000, forMs: 100, silentMs: 5_000 })).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('ends with the connection', async () => {
    const request = await requestOf(300_000, 100);
    const reading = readRest(request);
    request.destroy();
    expect(await reading).toBe(true);
  });
});
