import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCompanyWatch } from './company-watch.ts';

const ACCOUNT = { companyId: 'c', ambiente: '00' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks once for all who watch a company, and only while somebody does', async () => {
  let sign = 'a';
  const looks: string[] = [];
  const watch = createCompanyWatch(async ({ companyId }) => {
    looks.push(companyId);
    return sign;
  });
  const told = [0, 0];
  const ends = [0, 1].map((place) =>
    watch.watch(ACCOUNT, () => {
      told[place] = (told[place] ?? 0) + 1;
    }),
  );
  await vi.advanceTimersByTimeAsync(4_000);
  expect([looks, told]).toEqual([
    ['c', 'c', 'c'],
    // Each is told of what may have changed since its page was made.
    [1, 2],
  ]);
  sign = 'b';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([2, 3]);
  ends[0]?.();
  sign = 'c';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([2, 4]);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveLength(5);
});

it('goes on where a look fails, and tells of what has changed meanwhile', async () => {
  const signs = ['a', null, 'b'];
  const watch = createCompanyWatch(async () => {
    const sign = signs.shift();
    if (sign === null) throw new Error('the database is away');
    return sign ?? 'b';
  });
  let told = 0;
  watch.watch(ACCOUNT, () => {
    told += 1;
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toBe(2);
});
