import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createHolder } from '../operations/access/holding.ts';
import { createExportSlots } from './export-slots.ts';
import { createFileStreams } from './file-streams.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function* short(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a;b');
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) {
    await sleep(1);
    yield Buffer.alloc(256 * 1024);
  }
}

async function* broken(): AsyncGenerator<Uint8Array> {
  await sleep(1);
  yield* [];
  throw new Error('no rows');
}

function unbegun(): AsyncIterable<Uint8Array> {
  throw new RangeError('no such month');
}

/** A server with files of one company: how many were begun, and how many slots are left. */
async function open(pieces: () => AsyncIterable<Uint8Array>, stallMs?: number) {
  const slots = createExportSlots();
  const files = createFileStreams(slots, stallMs);
  let begun = 0;
  const app = fastify();
  app.get('/', (_request, reply) => {
    const counted = () => {
      begun += 1;
      return pieces();
    };
    const file = { companyId: 'a', mediaType: 'text/csv', name: 'a.csv', pieces: counted };
    return files.send(reply, file, () => reply.code(503).send('busy'));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(async () => {
    files.endAll();
    await app.close();
  });
  const left = () => {
    const taken = Array.from({ length: 3 }, () => slots.take('a', createHolder())).filter(
      (one) => one !== null,
    );
    for (const giveBack of taken) giveBack();
    return taken.length;
  };
  return { files, url, left, begun: () => begun };
}

/** Asks for a file and reads nothing of it. */
function unread(url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, resolve).once('error', reject);
  });
}

describe('a file that is written while it is read', () => {
  it('holds a slot until it is read', async () => {
    const { url, left } = await open(short);
    const answer = await fetch(url);
    expect(await answer.text()).toBe('a;b');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await expect.poll(left).toBe(2);
  });

  it('is not begun for a HEAD', async () => {
    const { url, left, begun } = await open(endless);
    const { status, headers } = await fetch(url, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv']);
    expect([begun(), left()]).toEqual([0, 2]);
  });

  it('gives its slot back where whoever asked for it reads no further', async () => {
    const { url, left } = await open(endless, 200);
    await Promise.all([unread(url), unread(url)]);
    expect(left()).toBe(0);
    const refused = await fetch(url);
    expect([refused.status, await refused.text()]).toEqual([503, 'busy']);
    expect(refused.headers.get('content-disposition')).toBeNull();
    await expect.poll(left, { timeout: 5_000 }).toBe(2);
  });

  it.each([
    ['written', broken],
    ['begun', unbegun],
  ])('gives its slot back where it cannot be %s', async (_, pieces) => {
    const { url, left } = await open(pieces);
    for (let turn = 0; turn < 3; turn += 1) expect((await fetch(url)).status).toBe(500);
    await expect.poll(left).toBe(2);
  });

  it('ends with the node, and is seen to be cut off', async () => {
    const { files, url, left } = await open(endless);
    const answer = await fetch(url);
    const read = expect(answer.arrayBuffer()).rejects.toThrow();
    files.endAll();
    await read;
    await expect.poll(left).toBe(2);
  });
});
