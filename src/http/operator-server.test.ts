import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/sello-process.ts';
import { createOperatorServer, type OperatorServer } from './operator-server.ts';

let server: OperatorServer;
let port = 0;
let asked = 0;
afterEach(() => server.close());

async function open(
  obstacle: () => Promise<string | null>,
  metrics: () => Promise<string> = async () => 'measures\n',
): Promise<void> {
  asked = 0;
  port = await freePort();
  server = createOperatorServer({
    obstacle: () => {
      asked += 1;
      return obstacle();
    },
    metrics,
    metricsType: 'text/plain; version=0.0.4',
  });
  await server.listen('127.0.0.1', port);
}

async function ask(path: string, method = 'GET'): Promise<readonly [number, string]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  return [response.status, await response.text()];
}

const LIVE = [200, '{"status":"live"}\n'];
const READY = [200, '{"status":"ready"}\n'];
const NOT_READY = [503, '{"status":"not_ready","reason":"clocks_apart"}\n'];

describe('the operator port', () => {
  it('is live and ready while the database answers', async () => {
    await open(async () => null);
    expect(await ask('/live')).toEqual(LIVE);
    expect(asked).toBe(0);
    expect(await ask('/ready')).toEqual(READY);
    expect(await ask('/ready?from=balancer')).toEqual(READY);
    expect(await ask('/ready', 'HEAD')).toEqual([200, '']);
  });

  it('is live and not ready while nothing can be issued, says why, and ready again after that', async () => {
    let failing = true;
    await open(async () => (failing ? 'clocks_apart' : null));
    expect(await ask('/ready')).toEqual(NOT_READY);
    expect(await ask('/live')).toEqual(LIVE);
    failing = false;
    expect(await ask('/ready')).toEqual(READY);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/metrics/x'],
    ['POST', '/metrics'],
    ['GET', '/Live'],
    ['POST', '/live'],
    ['POST', '/ready'],
  ])('%s %s is a 404', async (method, path) => {
    await open(async () => null);
    expect((await ask(path, method))[0]).toBe(404);
  });

  it('shows the measures, and 500 where they cannot be told', async () => {
    await open(async () => null);
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; version=0.0.4',
      'measures\n',
    ]);
    await server.close();
    await open(
      async () => null,
      async () => {
        throw new Error('a secret reason');
      },
    );
    expect(await ask('/metrics')).toEqual([500, '{"status":"unknown"}\n']);
  });

  it('is not listened on twice, and free after its end', async () => {
    await open(async () => null);
    await ask('/live');
    const second = createOperatorServer({
      obstacle: async () => null,
      metrics: async () => '',
      metricsType: '',
    });
    await expect(second.listen('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.close();
    const other = createServer();
    await new Promise<void>((resolve, reject) => {
      other.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    other.close();
  });
});
