import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LOOKS_ALONE } from '../../test/support/looks.ts';
import { until } from '../../test/support/until.ts';
import { guardedBy } from './guarded.ts';
import { createLane, type LaneLimits, runLanes } from './lane.ts';
import { createTasks } from './tasks.ts';

interface Piece {
  readonly companyId: string;
  readonly number: number;
}

const GOES_ON = { aborted: false };

/** A queue as the database's: the first of each company, beginning behind the one that was begun last, then the second. */
function openQueue(backlogs: Readonly<Record<string, number>>) {
  const waiting = new Map<string, number[]>(
    Object.entries(backlogs).map(([companyId, count]) => [
      companyId,
      Array.from({ length: count }, (_, n) => n),
    ]),
  );
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const find = async (limits: {
    readonly total: number;
    readonly perCompany: number;
    readonly after: Piece | undefined;
  }): Promise<readonly Piece[]> => {
    const { after } = limits;
    const isBehind = (companyId: string) => after !== undefined && companyId <= after.companyId;
    return [...waiting]
      .flatMap(([companyId, numbers]) =>
        numbers.slice(0, limits.perCompany).map((number, turn) => ({ companyId, number, turn })),
      )
      .toSorted(
        (a, b) =>
          a.turn - b.turn ||
          Number(isBehind(a.companyId)) - Number(isBehind(b.companyId)) ||
          (a.companyId < b.companyId ? -1 : 1),
      )
      .slice(0, limits.total);
  };
  const work = async ({ companyId, number }: Piece): Promise<void> => {
    waiting.set(
      companyId,
      (waiting.get(companyId) ?? []).filter((one) => one !== number),
    );
    done.push(companyId);
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  return { find, work, done, ends };
}

function laneOn(queue: ReturnType<typeof openQueue>, limits: LaneLimits) {
  const tasks = createTasks();
  const keyOf = ({ companyId, number }: Piece) => `${companyId} ${number}`;
  const orNull = guardedBy({ warn: () => undefined }, 'look_failed');
  return { tasks, lane: createLane<Piece>(tasks, { name: 'piece', limits, orNull, keyOf, ...queue }) };
}

it('comes to every company within one turn, whatever backlog the others have', async () => {
  const backlogs = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`backlog-${n}`, 1_000]));
  const queue = openQueue({ ...backlogs, quiet: 1, zeta: 1 });
  const { lane } = laneOn(queue, { concurrency: 4, perCompany: 2 });
  for (let free = 4; !queue.done.includes('zeta') && queue.done.length < 100; free = 1) {
    expect(await lane.start(GOES_ON)).toBe(free);
    queue.ends.shift()?.();
    await sleep(0);
  }
  expect(queue.done).toHaveLength(42);
  expect(new Set(queue.done).size).toBe(42);
});

it('keeps each company to its places, and what is found again to one run', async () => {
  const queue = openQueue({ hangs: 100, quiet: 1 });
  const { lane, tasks } = laneOn(queue, { concurrency: 4, perCompany: 2 });
  await lane.start(GOES_ON);
  await lane.start(GOES_ON);
  expect(queue.done.toSorted()).toEqual(['hangs', 'hangs', 'quiet']);
  expect(tasks.ofCompany('piece', 'hangs')).toBe(2);
  const same = { companyId: 'same', number: 1 };
  const again = openQueue({});
  const other = laneOn({ ...again, find: async () => [same, same] }, { concurrency: 4, perCompany: 2 });
  expect([await other.lane.start(GOES_ON), await other.lane.start(GOES_ON)]).toEqual([1, 0]);
});

it('begins nothing once it is told to stop, and has places of its own', async () => {
  const queue = openQueue({ a: 9, b: 9 });
  const { lane, tasks } = laneOn(queue, { concurrency: 2, perCompany: 2 });
  expect(await lane.start({ aborted: true })).toBe(0);
  tasks.start({ lane: 'other', key: 'x', companyId: 'a' }, () => new Promise(() => undefined));
  expect(await lane.start(GOES_ON)).toBe(2);
  for (const end of queue.ends.splice(0)) end();
  await until(() => tasks.size('piece') === 0, 'free places');
  expect(tasks.size('other')).toBe(1);
});

it.each([
  ['at once', 0, 'often'],
  ['late', 20, 'once'],
] as const)('looks at a database that answers %s, and finds nothing', async (_how, tookMs, expected) => {
  const tasks = createTasks();
  const stopping = new AbortController();
  let looks = 0;
  const lane = {
    async start() {
      looks += 1;
      await sleep(tookMs);
      return 0;
    },
  };
  const done = runLanes([lane], tasks, { stop: stopping.signal, pollMs: 5, look: LOOKS_ALONE });
  await sleep(200);
  stopping.abort();
  tasks.wakeUp();
  await done;
  expect(looks === 1 ? 'once' : 'often').toBe(expected);
});

it('doubts the look where a task has ended its rest, and not where the rest is over', async () => {
  const tasks = createTasks();
  const stopping = new AbortController();
  let [rests, doubts] = [0, 0];
  const task = Promise.withResolvers<void>();
  const lane = {
    async start() {
      if (rests === 2) tasks.start({ lane: 'piece', key: 'x', companyId: 'a' }, () => task.promise);
      return 0;
    },
  };
  const look = {
    async rest() {
      rests += 1;
      if (rests >= 3) await new Promise(() => undefined);
    },
    doubt() {
      doubts += 1;
    },
  };
  const done = runLanes([lane], tasks, { stop: stopping.signal, pollMs: 5, look });
  await until(() => rests === 3, 'a third rest');
  expect(doubts).toBe(0);
  task.resolve();
  await until(() => rests === 4, 'a rest behind the task');
  expect(doubts).toBe(1);
  stopping.abort();
  tasks.wakeUp();
  await done;
});
