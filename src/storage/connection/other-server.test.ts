import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passOf } from '../../../test/support/citus.ts';
import { citus } from '../../../test/support/database.ts';
import { present, sharedBench } from '../../../test/support/storage-bench.ts';
import { callFunction } from './function-call.ts';
import { meet, type OtherServer } from './other-server.ts';
import { createPool, type Pool } from './pool.ts';
import type { Connections } from './server-pool.ts';

const TRIED_AGAIN_MS = 10_000;
/** Less than a call waits for an answer elsewhere. */
const WITHIN = { timeout: 15_000 };

/** A wire that can be cut, to the port of this machine that is named when somebody comes. */
async function openWire(to: () => number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((near) => {
      if (isSilent) return void sockets.add(near);
      const far = connect(to(), '127.0.0.1');
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  };
  let server = await listen(0);
  const { port }: AddressInfo = Object(server.address());
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    if (server.listening) await once(server.close(), 'close');
  };
  return {
    port,
    cut,
    /** From now on nobody is told anything, nor that the wire is cut. */
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async mend() {
      server = await listen(port);
    },
  };
}

describe.skipIf(!citus.available)('what goes to a server behind the first one', () => {
  const bench = sharedBench('Citus');
  let server: OtherServer;
  let first: number;
  let other: number;
  let wire: Awaited<ReturnType<typeof openWire>>;
  let pool: Pool;
  const detours: string[] = [];
  /** To whom the wire leads those who come next. */
  const strangers: number[] = [];
  const now = performance.now.bind(performance);
  let aheadMs = 0;

  beforeAll(async () => {
    const [one, another] = await bench.asSuperuser(
      `SELECT groupid AS "group", nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY 1`,
    );
    server = { group: Number(one?.['group']), host: String(one?.['host']), port: Number(one?.['port']) };
    other = Number(another?.['port']);
    first = Number(new URL(bench.url).port);
  });
  beforeEach(async () => {
    wire = await openWire(() => strangers.pop() ?? server.port);
    [detours.length, aheadMs] = [0, 0];
    pool = createPool('sello_service', {
      databaseUrl: bench.url,
      connections: 2,
      passOf,
      onIdleError: () => undefined,
      onDetour: (name, { message }) => detours.push(`${name}: ${message}`),
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await pool.end();
    await wire.cut();
  });

  const reached = async (way: Connections) => {
    const [row] = await callFunction<{ readonly port: string }>(way, {
      text: `SELECT current_setting('port') AS port`,
    });
    return Number(present(row).port);
  };
  /** From now on it is so much later. */
  const later = (ms: number) => {
    aheadMs += ms;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  };

  it('goes by the first one until that server has answered, for which nobody waits', async () => {
    const way = pool.wayTo(server);
    expect(await reached(way)).toBe(first);
    await vi.waitFor(async () => expect(await reached(way)).toBe(server.port));
    expect(detours).toEqual([]);
  });

  it('goes by the first one at once where the wire is cut, which is told once, and without it when it is mended', async () => {
    const way = pool.wayTo({ ...server, port: wire.port });
    await vi.waitFor(async () => expect(await reached(way)).toBe(server.port));
    await wire.cut();
    await vi.waitFor(async () => expect(await reached(way)).toBe(first));
    later(TRIED_AGAIN_MS);
    expect(await reached(way)).toBe(first);
    await wire.mend();
    expect(await reached(way)).toBe(first);
    later(TRIED_AGAIN_MS);
    await vi.waitFor(async () => expect(await reached(way)).toBe(server.port));
    const refused = expect.stringContaining(`127.0.0.1:${wire.port}: connect ECONNREFUSED`);
    expect(detours).toEqual([refused]);
    await wire.cut();
    await vi.waitFor(async () => expect(await reached(way)).toBe(first));
    expect(detours).toEqual([refused, refused]);
  });

  it(
    'ends a call in seconds where the wire has gone silent, and goes on by the first one',
    WITHIN,
    async () => {
      const way = pool.wayTo({ ...server, port: wire.port });
      await vi.waitFor(async () => expect(await reached(way)).toBe(server.port));
      wire.fallSilent();
      await expect(reached(way)).rejects.toThrow('the call was not answered');
      expect(await reached(way)).toBe(first);
      expect(detours).toEqual([expect.stringMatching(/: the database did not answer in time$/)]);
    },
  );

  it('waits for a call that takes long at a server that answers others', WITHIN, async () => {
    const way = pool.wayTo({ ...server, port: wire.port });
    await vi.waitFor(async () => expect(await reached(way)).toBe(server.port));
    await callFunction(way, { text: 'SELECT pg_sleep(6)' });
    expect(await reached(way)).toBe(server.port);
    expect(detours).toEqual([]);
  });

  it.each([
    ['the first one', () => first],
    ['another one', () => other],
  ])('goes by the first one where %s answers instead', async (_, answering) => {
    strangers.push(answering());
    const way = pool.wayTo({ ...server, port: wire.port });
    expect(await reached(way)).toBe(first);
    await vi.waitFor(() => expect(detours).toEqual([expect.stringMatching(/: another server answers than/)]));
    expect(await reached(way)).toBe(first);
  });

  it('goes by the first one where another database of that server answers', async () => {
    const url = new URL(bench.url);
    [url.port, url.pathname] = [String(server.port), '/postgres'];
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await expect(meet(client, server, pool)).rejects.toThrow(/^another server answers than/);
    await client.end();
  });
});
