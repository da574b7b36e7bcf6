import { expect, it } from 'vitest';
import { present } from '../../test/support/storage-bench.ts';
import { createShares, type Shares } from './shares.ts';

const NOW = 0;
const LATER = 10_000;

async function takeAll(shares: Shares, companyId: string, wanted: number): Promise<readonly (() => void)[]> {
  const taken = await Promise.all(Array.from({ length: wanted }, () => shares.take(companyId, NOW)));
  return taken.filter((one) => one !== null);
}

it('leave as much free as one company has, and always one for the next', async () => {
  const shares = createShares(256);
  expect(await takeAll(shares, 'floods', 1_000)).toHaveLength(128);
  const silent = Array.from({ length: 40 }, (_, index) => `silent-${index}`);
  for (const companyId of silent) expect((await takeAll(shares, companyId, 1_000)).length).toBeGreaterThan(0);
  const few = createShares(2);
  expect(await takeAll(few, 'a', 2)).toHaveLength(1);
});

it('go by turns of the companies that wait, and not to whoever waits no longer', async () => {
  const shares = createShares(2);
  const [first = () => undefined] = await takeAll(shares, 'a', 1);
  const order: string[] = [];
  const waits = async (companyId: string) => {
    const end = present(await shares.take(companyId, LATER));
    order.push(companyId);
    end();
  };
  expect(await shares.take('a', NOW)).toBeNull();
  const waiting = ['a', 'a', 'a'].map(waits);
  await waits('b');
  first();
  first();
  await Promise.all(waiting);
  expect(order).toEqual(['b', 'a', 'a', 'a']);
  expect(await takeAll(shares, 'c', 2)).toHaveLength(1);
});
