import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shared } from '../../test/support/shared.ts';
import { quantile } from '../figures/statistics.ts';
import { type LoadPlan, type Measured, runLoad, showStatuses, type Target } from './load.ts';
import { startProgram } from './program.ts';

let server: Server;
let seen: { readonly key: string; readonly reference: string; readonly from: string }[] = [];
/** What the server does before it answers with this status. */
let answer: () => Promise<number> = async () => 200;

const load = shared(() => startProgram('load'));
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    const key = request.headers.authorization ?? '';
    seen.push({ key, reference: body, from: request.socket.remoteAddress ?? '' });
    response.statusCode = await answer();
    const text = JSON.stringify({ dte_success: response.statusCode === 200 });
    response.setHeader('content-length', text.length).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  seen = [];
  answer = async () => 200;
});
afterAll(async () => {
  await load.end();
  server.close();
});

function run(plan: Omit<LoadPlan, 'targets'>): Promise<Measured> {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const target = (key: string): Target => ({
    url: `http://127.0.0.1:${port}`,
    key,
    method: 'POST',
    path: '/',
    body: '{ref}',
  });
  return runLoad(load, { targets: [target('one'), target('other')], ...plan });
}

describe('a closed loop', () => {
  it('asks all targets, each time with a reference of its own, from the address it is told', async () => {
    await run({ connections: 3, durationMs: 200, localAddress: '127.0.0.3' });
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(['Bearer one', 'Bearer other']));
    expect(new Set(seen.map(({ reference }) => reference)).size).toBe(seen.length);
    expect(new Set(seen.map(({ from }) => from))).toEqual(new Set(['127.0.0.3']));
  });
  it('waits for its answers', async () => {
    answer = () => sleep(100, 200);
    const { answered, stamped } = await run({ connections: 2, durationMs: 550 });
    expect(answered).toBeLessThanOrEqual(10);
    expect(stamped).toBe(answered);
  });
  it('tells refusals apart', async () => {
    answer = async () => (seen.length % 2 === 0 ? 200 : 429);
    const measured = await run({ connections: 1, durationMs: 200 });
    const { '200': taken = 0, '429': refused = 0 } = measured.statuses;
    expect(Math.abs(taken - refused)).toBeLessThanOrEqual(1);
    expect(Math.abs(measured.refusals.length - refused)).toBeLessThanOrEqual(1);
    expect(measured.stamped).toBe(taken);
    expect(showStatuses(measured)).toBe(`200: ${taken}, 429: ${refused}`);
  });
});

describe('an open loop', () => {
  it('counts from when a request was due, for the answers after its end as well', async () => {
    let last = Promise.resolve();
    answer = async () => {
      last = last.then(() => sleep(20));
      await last;
      return 200;
    };
    const measured = await run({ connections: 500, perSecond: 100, durationMs: 1_000 });
    // A server of 50 a second is a second behind after a second of 100.
    expect(quantile(measured.latencies, 1)).toBeGreaterThan(500);
    expect(measured.latencies.length).toBeGreaterThan(measured.answered);
  });
  it('counts what it may not even ask as broken', async () => {
    answer = () => sleep(300, 200);
    const { broken } = await run({ connections: 2, perSecond: 200, durationMs: 500 });
    expect(broken).toBeGreaterThan(10);
  });
  it('opens another connection where the server closed an idle one', async () => {
    const running = run({ connections: 10, perSecond: 20, durationMs: 1_000 });
    await expect.poll(() => seen.length).toBeGreaterThan(5);
    await sleep(10);
    server.closeIdleConnections();
    expect((await running).broken).toBe(0);
  });
});
