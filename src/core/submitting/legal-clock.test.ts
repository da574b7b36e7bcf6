import { expect, it } from 'vitest';
import { warningDue } from './legal-clock.ts';

const PERIOD = { startMs: 1_000, untilMs: 2_000 };

it('warns at 50, 80 and 95 per cent and at the end, once each', () => {
  const at = (nowMs: number, warned: number) => warningDue(PERIOD, nowMs, warned);
  expect(at(1_499, 0)).toBeNull();
  expect(at(1_500, 0)).toBe(50);
  expect(at(1_799, 50)).toBeNull();
  expect(at(1_800, 50)).toBe(80);
  expect(at(1_950, 80)).toBe(95);
  expect(at(2_000, 95)).toBe(100);
  expect(at(9_000, 100)).toBeNull();
});

it('tells the highest share alone to whoever looks late', () => {
  expect(warningDue(PERIOD, 1_960, 0)).toBe(95);
});
