import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSilence } from './silence.ts';

const PATIENCE = { lookMs: 10, silentLooks: 2, silentLooksAtStart: 4 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const seen = { owes: true, hasAll: true, pings: 0, hung: 0 };
  const watch = watchSilence(PATIENCE, {
    owesAnswer: () => seen.owes,
    hasAll: () => seen.hasAll,
    ping: () => {
      seen.pings += 1;
    },
    onHung: () => {
      seen.hung += 1;
    },
  });
  return { seen, ...watch };
}

it('takes a child for hung that owes an answer and says nothing for some looks in a row', () => {
  const { seen, asked } = watched();
  asked();
  vi.advanceTimersByTime(20);
  expect(seen).toMatchObject({ pings: 2, hung: 0 });
  vi.advanceTimersByTime(1_000);
  expect(seen).toMatchObject({ pings: 2, hung: 1 });
});

it('hears a child that answers its pings, however long its answer takes', () => {
  const { seen, asked, heard } = watched();
  asked();
  for (let looks = 0; looks < 100; looks += 1) {
    vi.advanceTimersByTime(10);
    heard();
  }
  expect(seen).toMatchObject({ pings: 100, hung: 0 });
});

it('waits longer for one that starts, or that has not taken all that was written to it', () => {
  const { seen, asked } = watched();
  seen.hasAll = false;
  asked();
  vi.advanceTimersByTime(40);
  expect(seen.hung).toBe(0);
  vi.advanceTimersByTime(10);
  expect(seen.hung).toBe(1);
});

it('does not look at one that owes nothing, and counts anew with the next question', () => {
  const { seen, asked } = watched();
  asked();
  vi.advanceTimersByTime(10);
  seen.owes = false;
  vi.advanceTimersByTime(1_000);
  expect(seen).toMatchObject({ pings: 1, hung: 0 });
  seen.owes = true;
  asked();
  vi.advanceTimersByTime(20);
  expect(seen).toMatchObject({ pings: 3, hung: 0 });
});
