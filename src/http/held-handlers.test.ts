import type { ServerResponse } from 'node:http';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
import type { TypedBySchema } from './app.ts';
import { holderOf } from './held.ts';
import { holdHandlers } from './held-handlers.ts';

it('begins no handler for a caller who has gone, and holds for one that has begun until it has settled', async () => {
  const app = fastify().withTypeProvider<TypedBySchema>();
  const [door, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: ServerResponse[] = [];
  const asked: ServerResponse[] = [];
  app.addHook('onRequest', async ({ url: path }, { raw }) => {
    asked.push(raw);
    if (path === '/late') await door.promise;
  });
  holdHandlers(app);
  for (const path of ['/late', '/early'])
    app.get(path, async (_request, { raw }) => {
      begun.push(raw);
      await work.promise;
      return 'done';
    });
  const at = await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets = ['/late', '/early'].map((path) => {
    const socket = openSocket(at);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: sello\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => [asked.length, begun.length]).toEqual([2, 1]);
  const [holder] = begun.map(holderOf);
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(() => asked.every(({ closed }) => closed)).toBe(true);
  door.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect([begun.length, holder?.isOver]).toEqual([1, false]);
  work.resolve();
  await expect.poll(() => holder?.isOver).toBe(true);
  await app.close();
});
