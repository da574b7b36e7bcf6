import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

/** Lets everything that can go on go on. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('createLimiter', () => {
  it('never runs more tasks at a time than its limit, and all of them in the end', async () => {
    const limiter = createLimiter(3);
    let running = 0;
    let most = 0;
    const task = async (): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await settle();
      running -= 1;
      return 1;
    };
    const results = await Promise.all(Array.from({ length: 50 }, () => limiter(task)));
    expect(results).toHaveLength(50);
    expect(most).toBe(3);
    expect(running).toBe(0);
  });

  it('keeps to its limit when tasks arrive while others wait and leave', async () => {
    const limiter = createLimiter(2);
    let running = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await settle();
      running -= 1;
    };
    const client = async (): Promise<void> => {
      for (let round = 0; round < 10; round += 1) await limiter(task);
    };
    await Promise.all(Array.from({ length: 7 }, client));
    expect(most).toBe(2);
  });
});

describe('waiting tasks', () => {
  it('starts waiting tasks in the order in which they came', async () => {
    const limiter = createLimiter(1);
    const first = gate();
    const order: number[] = [];
    const tasks = [limiter(() => first.opened)];
    for (const number of [1, 2, 3]) tasks.push(limiter(async () => void order.push(number)));
    await settle();
    expect(order).toEqual([]);
    first.open();
    await Promise.all(tasks);
    expect(order).toEqual([1, 2, 3]);
  });

  it('gives the place of a failed task to the next one', async () => {
    const limiter = createLimiter(1);
    const failing = limiter(() => Promise.reject(new Error('no')));
    const next = limiter(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
    await expect(limiter(() => Promise.resolve('again'))).resolves.toBe('again');
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s as a limit', (limit) => {
    expect(() => createLimiter(limit)).toThrow(RangeError);
  });
});
