import { expect, it } from 'vitest';
import { leavingBehind, readTogether } from './read-together.ts';

interface Item {
  readonly number: number;
}

/** A source of so many items, which counts those that were read. */
function source(count: number, { failsAt = -1 } = {}) {
  const seen = { read: 0, isOver: false };
  async function* items(): AsyncGenerator<Item> {
    try {
      for (let number = 0; number < count; number += 1) {
        if (number === failsAt) throw new Error('broken');
        seen.read += 1;
        yield { number };
      }
    } finally {
      seen.isOver = true;
    }
  }
  return { items: items(), seen };
}

async function numbers(items: AsyncIterable<Item>, most = Number.POSITIVE_INFINITY) {
  const all: number[] = [];
  for await (const { number } of items) {
    all.push(number);
    if (all.length === most) break;
  }
  return all;
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

it('gives the same items to both, and reads each once', async () => {
  const { items, seen } = source(3_000);
  const [first = [], second = []] = await Promise.all(readTogether(items).map((one) => numbers(one)));
  expect([first, second]).toEqual([upTo(3_000), upTo(3_000)]);
  expect(seen).toEqual({ read: 3_000, isOver: true });
});

it('lets one be some items before the other, and no more', async () => {
  const { items, seen } = source(3_000);
  const [fast, slow] = readTogether(items);
  if (fast === undefined || slow === undefined) throw new Error('not two');
  const ahead = numbers(fast);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen.read).toBe(400);
  expect(await numbers(slow)).toEqual(upTo(3_000));
  expect(await ahead).toEqual(upTo(3_000));
});

it('goes on for one where the other leaves, and lets go of the source when both have', async () => {
  const { items, seen } = source(3_000);
  const [whole, part] = readTogether(items).map((one, place) => numbers(one, place === 0 ? 2_900 : 700));
  expect((await part)?.length).toBe(700);
  expect((await whole)?.length).toBe(2_900);
  expect(seen.isOver).toBe(true);
});

it('fails both where the source does', async () => {
  const { items } = source(3_000, { failsAt: 1_000 });
  const both = await Promise.allSettled(readTogether(items).map((one) => numbers(one)));
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('waits for nobody who failed before reading it', async () => {
  const { items, seen } = source(3_000);
  const [first, second] = readTogether(items);
  if (first === undefined || second === undefined) throw new Error('not two');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('broken');
  }
  const failing = leavingBehind(broken(), [{ rows: second }]);
  const whole = numbers(first);
  await failing.next();
  await expect(failing.next()).rejects.toThrow('broken');
  expect(await whole).toEqual(upTo(3_000));
  expect(seen.read).toBe(3_000);
});
