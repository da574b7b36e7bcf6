import { expect, it } from 'vitest';
import { upTo } from '../../../test/support/storage-bench.ts';
import { createDigestTable } from './digest-table.ts';

it('keeps the first value of each of many keys, and who was asked about', () => {
  const table = createDigestTable(4);
  const bytesOf = (number: number) => Buffer.from([number & 255, number >> 8, 7, 0]);
  for (const number of upTo(5_000)) expect(table.add(`key ${number}`, bytesOf(number))).toBe(true);
  expect(table.add('key 7', bytesOf(8))).toBe(false);
  for (const number of upTo(5_000).filter((one) => one % 2 === 0))
    expect(table.see(`key ${number}`)).toEqual(bytesOf(number));
  expect(table.see('another')).toBeNull();
  expect([table.wasSeen('key 8'), table.wasSeen('key 7'), table.wasSeen('another')]).toEqual([
    true,
    false,
    false,
  ]);
});
