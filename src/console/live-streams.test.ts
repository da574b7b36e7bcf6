import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { pageOf, signedIn } from '../../test/support/console-caller.ts';
import { openHouse } from '../../test/support/house.ts';
import { html, Markup } from './html.ts';
import { createLiveStreams, type LiveStream, type LiveTimes, liveEvent } from './live-streams.ts';
import { SESSION_COOKIE } from './tokens.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

it('ends its streams with the node, and keeps nobody waiting', async () => {
  const house = await openHouse();
  const owner = await signedIn(house, { role: 'owner' });
  const headers = { cookie: `${SESSION_COOKIE}=${owner.token}` };
  const opened = await fetch(`${house.node.url}${pageOf(house, '/hoy/vivo')}`, { headers });
  const text = opened.text();
  expect(opened.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(opened.headers.get('x-accel-buffering')).toBe('no');
  const startedMs = performance.now();
  await house.close();
  expect(await text).toBe('retry: 2000\n\n');
  expect(performance.now() - startedMs).toBeLessThan(4_000);
});

it('begins none for a browser that has gone before, and counts none for it', async () => {
  const streams = createLiveStreams(OFTEN);
  const app = fastify();
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<LiveStream | null>()];
  app.get('/', async (_request, reply) => {
    const gone = once(reply.raw, 'close');
    asked.resolve();
    await gone;
    opened.resolve(streams.open(reply, { userId: 'u', companyId: 'c' }));
    return reply.code(204).send();
  });
  closers.push(() => app.close());
  const browser = connect(
    Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port),
    '127.0.0.1',
  );
  browser.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked.promise;
  browser.destroy();
  expect(await opened.promise).toBeNull();
});

/** More than the buffers of both ends of a connection take. */
const MUCH = 'x'.repeat(32 * 1024 * 1024);
const OFTEN: LiveTimes = { lifetimeMs: 60_000, heartbeatMs: 60_000, endingMs: 50 };

/** A stream that somebody has asked for who reads nothing of it. */
async function unread(times: Partial<LiveTimes>) {
  const streams = createLiveStreams({ ...OFTEN, ...times });
  const app = fastify();
  const began = Promise.withResolvers<LiveStream>();
  const ended = Promise.withResolvers<string>();
  app.get('/', (_request, reply) => {
    const stream = streams.open(reply, { userId: 'ana', companyId: 'tienda' });
    stream?.onEnd(() => ended.resolve('ended'));
    if (stream !== null) began.resolve(stream);
    return reply;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const reader = connect(Number(new URL(url).port), '127.0.0.1').pause();
  reader.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  closers.push(async () => {
    reader.destroy();
    await app.close();
  });
  return { stream: await began.promise, ended: ended.promise, streams, reader };
}

it('ends at the end of its time although its reader takes nothing, and is told nothing any more', async () => {
  const { stream, ended } = await unread({ lifetimeMs: 100 });
  stream.send(liveEvent(new Markup(MUCH)));
  const telling = setInterval(() => stream.send(liveEvent(html`sale`)), 10);
  closers.push(async () => clearInterval(telling));
  expect(await ended).toBe('ended');
});

it('cuts a reader off who takes nothing from one beat to the next', async () => {
  const { stream, ended } = await unread({ heartbeatMs: 100 });
  stream.send(liveEvent(new Markup(MUCH)));
  expect(await ended).toBe('ended');
});

it('keeps of what a slow reader has missed the newest alone', async () => {
  const { stream, reader } = await unread({});
  stream.send(liveEvent(new Markup(MUCH)));
  for (const sale of ['first', 'second', 'third']) stream.send(liveEvent(html`${sale}`));
  let [told, length] = ['', 0];
  reader.on('data', (bytes) => {
    length += bytes.length;
    told = `${told}${bytes.toString('latin1')}`.slice(-200);
  });
  reader.resume();
  await expect.poll(() => told, { timeout: 10_000 }).toContain('data: third\n\n');
  expect([length > MUCH.length, told.includes('first'), told.includes('second')]).toEqual([
    true,
    false,
    false,
  ]);
});
