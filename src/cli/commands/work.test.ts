import { beforeAll, expect, it } from 'vitest';
import { freePort, type RunOptions, runSello, startSello } from '../../../test/support/sello-process.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';

const place = sharedPlace(0o755);
let options: RunOptions = {};
beforeAll(async () => {
  options = { cwd: place, env: { SELLO_HACIENDA_TEST_URL: 'http://127.0.0.1:1' } };
});

it('works in the background without a port, several at a time, until told to end', async () => {
  const first = startSello(['work', '--json'], options);
  await first.shows(/^\{"event":"ready"\}\n/);
  const second = startSello(['work'], options);
  await second.shows(/works in the background/);
  first.signal('SIGTERM');
  expect(await first.ended).toMatchObject({ code: 0 });
  second.signal('SIGINT');
  expect(await second.ended).toMatchObject({ code: 0 });
});

it('answers /live, /ready and /metrics where an operator port is set', async () => {
  const port = await freePort();
  const env = { ...options.env, SELLO_OPERATOR_PORT: String(port) };
  const worker = startSello(['work'], { ...options, env });
  await worker.shows(/works in the background/);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect([(await ask('/live')).status, (await ask('/ready')).status]).toEqual([200, 200]);
  expect(await (await ask('/metrics')).text()).toMatch(/^sello_backlog_up 1$/m);
  const second = await runSello(['work'], { ...options, env });
  expect(second.err).toMatch(/^sello: Port \d+ on 127\.0\.0\.1 is in use .* set SELLO_OPERATOR_PORT /);
  worker.signal('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0 });
  await expect(ask('/live')).rejects.toThrow();
});
