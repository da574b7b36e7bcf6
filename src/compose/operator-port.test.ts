import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../test/support/sello-process.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';
import type { Server } from '../cli/program.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { operatorServerOf } from './operator-port.ts';

const house = sharedHouse({ certificate: 'none' });
const metrics = createMetrics();
const held = { places: 96, inLine: 2, bodyBytes: 1_000, exportSlots: 1, stuckMs: 0 };
metrics.watchHeld(() => held);

let server: Server;
let url = '';
beforeAll(async () => {
  const port = await freePort();
  server = operatorServerOf({ databaseUrl: house.databaseUrl, masters: [], passOf: () => '' }, metrics);
  await server.listen('127.0.0.1', port);
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => server.close());

const ready = async () => {
  const answer = await fetch(`${url}/ready`);
  return [answer.status, await answer.json()];
};

it('is not ready while somebody has found no place for half a minute and none was given back', async () => {
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  held.stuckMs = 30_001;
  expect(await ready()).toEqual([503, { status: 'not_ready', reason: 'no_place' }]);
  held.stuckMs = 0;
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});

it('shows what requests hold', async () => {
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const line of [
    'sello_places_taken 96',
    'sello_requests_in_line 2',
    'sello_body_bytes_under_way 1000',
    'sello_export_slots_taken 1',
    'sello_places_stuck_seconds 0',
  ])
    expect(text).toContain(`${line}\n`);
});
