import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { Agent, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { TypedBySchema } from './app.ts';
import { prepareDrain } from './drain.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(patienceMs: number) {
  const app = fastify().withTypeProvider<TypedBySchema>();
  app.get('/', async () => 'yes');
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'late';
  });
  const drain = prepareDrain(app, patienceMs);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ connections: 1 });
  closers.push(
    () => app.close(),
    () => agent.destroy(),
  );
  const get = async (path = '/') => {
    const { statusCode, headers, body } = await request(`${url}${path}`, { dispatcher: agent });
    return { statusCode, connection: headers['connection'], text: await body.text() };
  };
  return { app, drain, get, url };
}

describe('an interface that leaves', () => {
  it('finishes what runs, answers the open connection once more, and takes no new one', async () => {
    const { drain, get, url } = await open(5_000);
    expect(await get()).toMatchObject({ connection: 'keep-alive', text: 'yes' });
    const running = get('/slow');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const drained = drain();
    expect(await running).toEqual({ statusCode: 200, connection: 'close', text: 'late' });
    await drained;
    await expect(request(url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('still answers on a connection that was idle when it began', async () => {
    const { drain, get } = await open(5_000);
    await get();
    const drained = drain();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await get()).toMatchObject({ statusCode: 200, connection: 'close' });
    await drained;
  });

  it('lets in whoever had knocked before it began', async () => {
    const { drain, url } = await open(5_000);
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    connection.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const drained = drain();
    expect(await text(connection)).toMatch(/^HTTP\/1\.1 200 /);
    await drained;
  });

  it('leaves at once without connections, and after its patience with an idle one', async () => {
    const empty = await open(60_000);
    await empty.drain();
    const idle = await open(200);
    await idle.get();
    const started = performance.now();
    await idle.drain();
    expect(performance.now() - started).toBeGreaterThanOrEqual(190);
    await idle.app.close();
  });

  it('hangs up on whoever has connected and never asked for anything', async () => {
    const { app, drain, url } = await open(200);
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    closers.push(async () => connection.destroy());
    await once(connection, 'connect');
    const closed = once(connection, 'close');
    await drain();
    const started = performance.now();
    await app.close();
    await closed;
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
