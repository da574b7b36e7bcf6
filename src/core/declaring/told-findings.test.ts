import { expect, it } from 'vitest';
import { ToldFindings } from './told-findings.ts';

const wrong = (column: string) => ({ column, field: column, warrant: 'portal', message: 'No' }) as const;

it('tells the first of those that are alike, how many more there are, and every other kind', () => {
  const findings = new ToldFindings(100);
  for (let line = 1; line <= 5_000; line += 1) findings.add(line, wrong('L'));
  findings.add(5_001, wrong('M'));
  const { told, repeated, count } = findings.result();
  expect(told.map(({ line }) => line)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => index + 1),
    5_001,
  ]);
  expect(repeated).toEqual([{ ...wrong('L'), more: 4_980, lastLine: 5_000 }]);
  expect(count).toBe(5_001);
});

it('keeps no more than its limit, of whatever kind they are', () => {
  const findings = new ToldFindings(30);
  for (let line = 1; line <= 100; line += 1) findings.add(line, wrong(line <= 40 ? 'A' : String(line)));
  const { told, repeated, count } = findings.result();
  expect(told).toHaveLength(30);
  expect(told.filter(({ column }) => column === 'A')).toHaveLength(20);
  expect(repeated).toHaveLength(20);
  expect(repeated.slice(0, 2)).toEqual([
    { ...wrong('A'), more: 20, lastLine: 40 },
    { ...wrong('51'), more: 1, lastLine: 51 },
  ]);
  expect(count).toBe(100);
});

it('tells first what is of the whole file, and counts it', () => {
  const findings = new ToldFindings(1);
  for (const line of [1, 2]) findings.add(line, wrong('L'));
  const { told, count } = findings.result([{ line: 0, ...wrong('A') }]);
  expect([told.map(({ line }) => line), count]).toEqual([[0, 1], 3]);
});
