import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
import { holderOf } from './held.ts';

const responses: ServerResponse[] = [];
const server = createServer((_request, response) => void responses.push(response));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => server.close());

const HEAD = 'GET / HTTP/1.1\r\nhost: sello\r\n\r\n';

/** So many requests on one connection, the later behind the first. */
async function asked(count: number) {
  responses.length = 0;
  const socket = openSocket(url);
  socket.write(HEAD.repeat(count));
  await expect.poll(() => responses.length).toBe(count);
  return socket;
}

it('holds for a request until its response is done', async () => {
  const socket = await asked(1);
  const holders = responses.map(holderOf);
  expect(holders.map(({ isOver }) => isOver)).toEqual([false]);
  expect(responses.map(holderOf)).toEqual(holders);
  for (const response of responses) response.end();
  await expect.poll(() => holders.map(({ isOver }) => isOver)).toEqual([true]);
  socket.destroy();
});

it('holds for none of the requests of a connection that closes, those behind another one included', async () => {
  const socket = await asked(12);
  const holders = responses.map(holderOf);
  socket.resetAndDestroy();
  await expect.poll(() => holders.every(({ isOver }) => isOver)).toBe(true);
  expect(responses.map((response) => holderOf(response).isOver)).toEqual(responses.map(() => true));
});

it('is over from the start for a request whose connection has closed before', async () => {
  const socket = await asked(2);
  socket.resetAndDestroy();
  await expect.poll(() => responses.every(({ closed }) => closed)).toBe(true);
  expect(responses.map((response) => holderOf(response).isOver)).toEqual([true, true]);
});
