import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { processesOf } from './child-processes.ts';
import { startProcess } from './embedded-process.ts';
import { makePlace, removeAbandonedPlaces, removePlace } from './temporary-place.ts';

it('lets those enter whom the mode lets', () => {
  const place = makePlace(0o751);
  expect(statSync(place).mode & 0o777).toBe(0o751);
  removePlace(place);
  expect(existsSync(place)).toBe(false);
});

it('ends the servers in it, also deep inside', async () => {
  const place = makePlace(0o755);
  const dataDir = join(place, 'a', 'b', 'data');
  const running = await startProcess(dataDir);
  await running.kill();
  expect(processesOf(dataDir)).not.toEqual([]);
  removePlace(place);
  expect(existsSync(place)).toBe(false);
  await expect.poll(() => processesOf(dataDir), { timeout: 5000 }).toEqual([]);
});

it('is removed by the next run when its own was killed, and only then', async () => {
  const dead = spawn('/bin/true');
  await once(dead, 'exit');
  const alive = makePlace(0o700);
  const abandoned = alive.replace(`-${process.pid}-`, `-${dead.pid}-`);
  renameSync(makePlace(0o700), abandoned);
  mkdirSync(join(abandoned, 'rest'));
  removeAbandonedPlaces();
  expect([existsSync(abandoned), existsSync(alive)]).toEqual([false, true]);
  rmSync(alive, { recursive: true });
});
