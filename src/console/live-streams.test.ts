import { expect, it } from 'vitest';
import { pageOf, signedIn } from '../../test/support/console-caller.ts';
import { openHouse } from '../../test/support/house.ts';
import { SESSION_COOKIE } from './tokens.ts';

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
