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
  expect(await takeAll(shares, 'floods', 1)).toEqual([]);
});

it('go by turns of the companies that wait, and not to whoever waits no longer', async () => {
  const shares = createShares(4);
  const held = [...(await takeAll(shares, 'a', 9)), ...(await takeAll(shares, 'b', 9))];
  expect(held).toHaveLength(3);
  const order: string[] = [];
  const waits = async (companyId: string) => {
    const end = present(await shares.take(companyId, LATER));
    order.push(companyId);
    end();
  };
  const waiting = ['a', 'a', 'a', 'b'].map(waits);
  held[0]?.();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'a', 'a']);
});
