import { expect, it } from 'vitest';
import { createAuthorityClock } from './authority-clock.ts';

it('compares the authority’s clock with the database’s, and tells of it seldom where they are far apart', () => {
  let nowMs = 1_000_000;
  const lines: unknown[] = [];
  const clock = createAuthorityClock({
    now: () => nowMs,
    databaseAheadMs: () => 4_000,
    log: { warn: (...line) => void lines.push(line) },
    monotonic: () => nowMs,
  });
  expect(clock.aheadMs().size).toBe(0);
  clock.dated('00', nowMs + 4_000 + 59_500);
  clock.dated('01', nowMs + 4_000 - 60_500);
  expect([...clock.aheadMs()]).toEqual([
    ['00', 60_000],
    ['01', -60_000],
  ]);
  expect(lines).toEqual([]);
  clock.dated('00', nowMs + 4_000 + 59_501);
  clock.dated('00', nowMs + 70_000);
  clock.dated('01', nowMs - 70_000);
  const told = (environment: string, aheadMs: number) => ['authority_clock_apart', { environment, aheadMs }];
  expect(lines).toEqual([told('00', 60_001), told('01', -73_500)]);
  nowMs += 600_000;
  clock.dated('00', nowMs + 70_000);
  expect(lines).toHaveLength(3);
});
