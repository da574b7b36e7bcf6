import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLivePages, type Watcher } from './live-pages.ts';

const OWNER: Watcher = { company: { companyId: 'c', ambiente: '00' }, role: 'owner' };
const ACCOUNTANT: Watcher = { ...OWNER, role: 'accountant' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pages of a company whose mark is `sign` and which show it with the role. */
function pages() {
  const state = { sign: 'a', isAway: false, looks: 0, reads: 0, draws: 0 };
  const live = createLivePages<Watcher, string>({
    async markOf() {
      state.looks += 1;
      if (state.isAway) throw new Error('the database is away');
      return state.sign;
    },
    async read() {
      state.reads += 1;
      return state.sign;
    },
    draw({ role }, sign) {
      state.draws += 1;
      return `${sign} ${role}`;
    },
  });
  const open = (watcher: Watcher) => {
    const told: string[] = [];
    return { told, leave: live.watch(watcher, (drawn) => told.push(drawn)) };
  };
  return { state, open };
}

it('reads once and draws once for each role, however many watch, and only while somebody does', async () => {
  const { state, open } = pages();
  const owners = Array.from({ length: 100 }, () => open(OWNER));
  const other = open(ACCOUNTANT);
  await vi.advanceTimersByTimeAsync(4_000);
  // Each is told once of what may have changed since its page was made.
  expect([...owners, other].map(({ told }) => told.length)).toEqual(Array(101).fill(1));
  expect(state).toMatchObject({ looks: 3, reads: 1, draws: 2 });
  state.sign = 'b';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state).toMatchObject({ looks: 4, reads: 2, draws: 4 });
  expect([owners[99]?.told, other.told]).toEqual([
    ['a owner', 'b owner'],
    ['a accountant', 'b accountant'],
  ]);
  for (const { leave } of owners) leave();
  const late = open(ACCOUNTANT);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([late.told, other.told.length]).toEqual([['b accountant'], 2]);
  for (const { leave } of [late, other]) leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.looks).toBe(5);
});

it('goes on where a look fails, and tells of what has changed meanwhile', async () => {
  const { state, open } = pages();
  const { told } = open(OWNER);
  await vi.advanceTimersByTimeAsync(0);
  state.isAway = true;
  state.sign = 'b';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual(['a owner']);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual(['a owner', 'b owner']);
});
