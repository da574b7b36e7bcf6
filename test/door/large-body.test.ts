import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectHeaders } from '../support/response-headers.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { answersIn, openSocket, type RawAnswer } from './raw-request.ts';

const house = sharedHouse();

const MB = 1024 * 1024;

/** All that a server says, read only after everything has been written, as clients of the blocking kind do. */
async function writeThenRead(head: string, bytes: number, tail = ''): Promise<readonly RawAnswer[]> {
  const socket = openSocket(house.node.url).pause();
  socket.write(head, 'latin1');
  const chunk = Buffer.alloc(64 * 1024, ' ');
  for (let left = bytes; left > 0; left -= chunk.length)
    await written(socket, chunk.subarray(0, Math.min(left, chunk.length)));
  await written(socket, Buffer.from(tail));
  return readAll(socket);
}

/** Rejects with EPIPE or ECONNRESET where the server has hung up. */
function written(socket: Socket, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

async function readAll(socket: Socket): Promise<readonly RawAnswer[]> {
  let text = '';
  socket.setTimeout(2_000, () => socket.destroy());
  socket.on('data', (part: Buffer) => {
    text += part.toString('utf8');
    if (text.includes('"code"')) socket.end();
  });
  socket.resume();
  await once(socket, 'close');
  return answersIn(text);
}

function headOf(key: string, headers: readonly string[], target = 'POST /invoice'): string {
  const authority = ['Host: a', `Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  return [`${target} HTTP/1.1`, ...authority, ...headers, '', ''].join('\r\n');
}

describe('a body that is too large, from a caller that writes all of it before it reads', () => {
  const sizes = [5 * MB + 1, 6 * MB, 60 * MB];
  const connections = ['keep-alive', 'close'];
  const cases = sizes.flatMap((bytes) => connections.map((connection) => [bytes, connection] as const));

  it.for(cases)('%i bytes, Connection: %s: is a 400', async ([bytes, connection]) => {
    const headers = [`Content-Length: ${bytes}`, `Connection: ${connection}`];
    const [answer, ...more] = await writeThenRead(headOf(house.company.key, headers), bytes);
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([
      400,
      { detail: 'El cuerpo supera el máximo de 5 MB.', code: 'body_too_large' },
    ]);
    expect(more).toEqual([]);
    expectHeaders({ headers: answer?.headers ?? {} });
  });

  it.for(cases)('%i bytes, Connection: %s: with a wrong key is a 401', async ([bytes, connection]) => {
    const headers = [`Content-Length: ${bytes}`, `Connection: ${connection}`];
    const [answer] = await writeThenRead(headOf('sello_test_mal', headers), bytes);
    expect([answer?.status, JSON.parse(answer?.body ?? '').code]).toEqual([401, 'unauthorized']);
  });

  it('is a 400 in chunks too', async () => {
    const head = headOf(house.company.key, ['Transfer-Encoding: chunked', 'Connection: close']);
    const chunk = `${head}${(6 * MB).toString(16)}\r\n`;
    const [answer] = await writeThenRead(chunk, 6 * MB, '\r\n0\r\n\r\n');
    expect([answer?.status, JSON.parse(answer?.body ?? '').code]).toEqual([400, 'body_too_large']);
  });

  it.each<[string, number, string]>([
    ['POST /nada', 404, 'path_not_found'],
    ['POST /status/%', 400, 'malformed_request'],
    ['GET /status/nada', 404, 'document_not_found'],
  ])('is no matter at %s', async (...[target, status, code]) => {
    const head = headOf(house.company.key, [`Content-Length: ${6 * MB}`, 'Connection: close'], target);
    const [answer] = await writeThenRead(head, 6 * MB);
    expect([answer?.status, JSON.parse(answer?.body ?? '').code]).toEqual([status, code]);
  });

  it('is hung up on where it does not end', async () => {
    const head = headOf(house.company.key, [`Content-Length: ${500 * MB}`]);
    await expect(writeThenRead(head, 500 * MB)).rejects.toThrow(/EPIPE|ECONNRESET/);
  });
});
