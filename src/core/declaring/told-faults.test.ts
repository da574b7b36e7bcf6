import { expect, it } from 'vitest';
import { ToldFaults } from './told-faults.ts';

const wrong = (column: string) => ({ column, field: column, message: 'No' });

it('tells the first of those that are alike, how many more there are, and every other kind', () => {
  const faults = new ToldFaults(100);
  for (let line = 1; line <= 5_000; line += 1) faults.add(line, wrong('L'));
  faults.add(5_001, wrong('M'));
  expect(faults.told.map(({ line }) => line)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => index + 1),
    5_001,
  ]);
  expect(faults.repeated).toEqual([{ ...wrong('L'), more: 4_980, lastLine: 5_000 }]);
  expect(faults.count).toBe(5_001);
});

it('keeps no more than its limit, of whatever kind they are', () => {
  const faults = new ToldFaults(30);
  for (let line = 1; line <= 100; line += 1) faults.add(line, wrong(line <= 40 ? 'A' : String(line)));
  expect(faults.told).toHaveLength(30);
  expect(faults.told.filter(({ column }) => column === 'A')).toHaveLength(20);
  expect(faults.repeated).toHaveLength(20);
  expect(faults.repeated.slice(0, 2)).toEqual([
    { ...wrong('A'), more: 20, lastLine: 40 },
    { ...wrong('51'), more: 1, lastLine: 51 },
  ]);
  expect(faults.count).toBe(100);
});
