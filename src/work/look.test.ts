import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '../../test/support/until.ts';
import type { DueQueue } from '../operations/background/ports.ts';
import { guardedBy } from './guarded.ts';
import { ifAny, startLook } from './look.ts';

const UNHEARD = guardedBy({ warn: () => undefined }, 'look_failed');

/** A database of which the test says what it holds, and whose looks it counts. */
function openLook(tookMs = 0) {
  const counted = { looks: 0 };
  const holds = new Set<DueQueue>();
  const look = startLook(async () => {
    counted.looks += 1;
    await sleep(tookMs);
    return new Set(holds);
  }, UNHEARD);
  return { look, holds, counted };
}

it('wakes all who rest with one look, whenever they have begun to', async () => {
  const { look, counted } = openLook();
  let woken = 0;
  const loop = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await look.rest(200);
      woken += 1;
    }
  };
  const loops = [loop()];
  for (let others = 0; others < 4; others += 1) {
    await sleep(30);
    loops.push(loop());
  }
  await Promise.all(loops);
  expect(woken).toBe(20);
  expect(counted.looks).toBeLessThanOrEqual(6);
  await look.stop();
});

it('knows what the last look has found, until something is done here', async () => {
  const { look, holds } = openLook();
  let asked = 0;
  const ask = ifAny(look, 'documents', async () => {
    asked += 1;
    return ['one'];
  });
  expect([await ask(), asked]).toEqual([['one'], 1]);
  await look.rest(1);
  expect([await ask(), asked]).toEqual([[], 1]);
  holds.add('documents');
  await look.rest(1);
  expect([await ask(), asked, look.mayHold('archives')]).toEqual([['one'], 2, false]);
  look.doubt();
  expect(look.mayHold('archives')).toBe(true);
  await look.stop();
});

it('leaves each loop to its own queues where it fails, and looks again', async () => {
  let looks = 0;
  const look = startLook(async () => {
    looks += 1;
    if (looks === 2) throw new Error('no database');
    return new Set<DueQueue>();
  }, UNHEARD);
  const known: boolean[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await look.rest(1);
    known.push(look.mayHold('lotes'));
  }
  expect(known).toEqual([false, true, false]);
  await look.stop();
});

it('has rested twenty times as long as the last look took, and no sooner than was asked', async () => {
  const { look, counted } = openLook(20);
  await look.rest(0);
  const beganMs = performance.now();
  await look.rest(0);
  expect(performance.now() - beganMs).toBeGreaterThan(20 * 19);
  expect(counted.looks).toBe(2);
  await look.stop();
});

it('ends while somebody rests, and with a look under way', async () => {
  const { look, counted } = openLook(50);
  void look.rest(0);
  await until(() => counted.looks === 1, 'a look');
  void look.rest(0);
  await look.stop();
  await sleep(100);
  expect(counted.looks).toBe(1);
});
