import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBusyShare } from './busy-share.ts';

it('tells how busy the thread was since the last call', async () => {
  const busyShare = createBusyShare();
  await sleep(1);
  busyShare();
  await sleep(50);
  expect(busyShare()).toBeLessThan(0.5);
  const until = performance.now() + 50;
  while (performance.now() < until);
  expect(busyShare()).toBeGreaterThan(0.9);
});
