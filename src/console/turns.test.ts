import { setImmediate as nextLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurns } from './turns.ts';

/** Works for as many milliseconds. */
function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('does all of it in its order, and lets the loop go on in between', async () => {
  let loops = 0;
  let isDone = false;
  const watching = (async () => {
    for (; !isDone; loops += 1) await nextLoop();
  })();
  const done = await inTurns([3, 1, 2], (item, index) => {
    busy(12);
    return [item, index];
  });
  isDone = true;
  await watching;
  expect(done).toEqual([
    [3, 0],
    [1, 1],
    [2, 2],
  ]);
  expect(loops).toBeGreaterThanOrEqual(2);
});

it('gives two who work at once a turn each between two looks at the network', async () => {
  const turns: string[] = [];
  let isDone = false;
  const watching = (async () => {
    for (; !isDone; turns.push('loop')) await nextLoop();
  })();
  const work = (name: string) =>
    inTurns([1, 2, 3, 4], () => {
      busy(11);
      turns.push(name);
    });
  await Promise.all([work('a'), work('b')]);
  isDone = true;
  await watching;
  const after = turns.slice(2).join(' ');
  expect(after.match(/\b[ab] [ab]\b/)).toBeNull();
});
