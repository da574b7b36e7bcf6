import { describe, expect, it } from 'vitest';
import { createLimiter, createLine } from './line.ts';

function emptied(line: ReturnType<typeof createLine<string>>): readonly string[] {
  const order: string[] = [];
  for (let item = line.shift(); item !== null; item = line.shift()) order.push(item);
  return order;
}

describe('a line', () => {
  it('lets the names take turns, each with its longest waiting', () => {
    const line = createLine<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) line.push(item.charAt(0), item);
    expect([line.size(), line.of('c'), line.of('d')]).toEqual([6, ['c1', 'c2'], []]);
    expect(emptied(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(line.size()).toBe(0);
  });

  it('puts whoever had a turn at the end, also before those who come later', () => {
    const line = createLine<string>();
    for (const item of ['a1', 'a2', 'b1']) line.push(item.charAt(0), item);
    expect(line.shift()).toBe('a1');
    line.push('c', 'c1');
    expect(emptied(line)).toEqual(['b1', 'a2', 'c1']);
  });

  it('shows whose turn it is before the item is taken out', () => {
    const line = createLine<string>();
    expect(line.first()).toBe(null);
    for (const item of ['a1', 'b1', 'a2']) line.push(item.charAt(0), item);
    expect([line.first(), line.shift(), line.first()]).toEqual(['a1', 'a1', 'b1']);
  });

  it('loses an item wherever it stands, and with the last one its name', () => {
    const line = createLine<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1']) line.push(item.charAt(0), item);
    for (const item of ['a2', 'a2', 'b1']) line.remove(item.charAt(0), item);
    line.remove('c', 'c1');
    expect([line.size(), line.of('b')]).toEqual([2, []]);
    expect(emptied(line)).toEqual(['a1', 'a3']);
  });
});

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a limiter', () => {
  it.each([
    ['all come at once', 50, 1],
    ['they come while others wait and leave', 7, 10],
  ])('never runs more tasks than its limit, and all in the end, where %s', async (_, clients, rounds) => {
    const { run } = createLimiter(3);
    let [running, most, done] = [0, 0, 0];
    const client = async () => {
      for (let round = 0; round < rounds; round += 1)
        await run(async () => {
          running += 1;
          most = Math.max(most, running);
          await settle();
          running -= 1;
          done += 1;
        });
    };
    await Promise.all(Array.from({ length: clients }, client));
    expect([most, running, done]).toEqual([3, 0, clients * rounds]);
  });

  it('starts waiting tasks in the order in which they came, and says how many wait', async () => {
    const { run, waiting } = createLimiter(1);
    const first = Promise.withResolvers<void>();
    const order: number[] = [];
    const tasks = [run(() => first.promise)];
    for (const number of [1, 2, 3]) tasks.push(run(async () => void order.push(number)));
    await settle();
    expect([order, waiting()]).toEqual([[], 3]);
    first.resolve();
    await Promise.all(tasks);
    expect([order, waiting()]).toEqual([[1, 2, 3], 0]);
  });

  it('gives the place of a failed task to the next one', async () => {
    const { run } = createLimiter(1);
    const failing = run(() => Promise.reject(new Error('no')));
    const next = run(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
    await expect(run(() => Promise.resolve('again'))).resolves.toBe('again');
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s as a limit', (limit) => {
    expect(() => createLimiter(limit)).toThrow(RangeError);
  });
});
