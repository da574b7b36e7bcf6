import { expect, it } from 'vitest';
import type { Backlog } from '../operations/installation/metrics-ports.ts';
import { timely } from './timely.ts';

const BACKLOG: Backlog = {
  documents: [],
  invalidations: 0,
  putAside: { documents: 0, invalidations: 0 },
  due: 0,
  oldestSeconds: 0,
  clocks: [],
};

it('tells what the reader tells, and null where it fails', async () => {
  expect(await timely({ read: async () => BACKLOG })()).toBe(BACKLOG);
  const failing = async () => {
    throw new Error('ECONNREFUSED');
  };
  expect(await timely({ read: failing })()).toBeNull();
});

it('does not wait for a reader that hangs, and asks it once at a time', async () => {
  let asked = 0;
  let release = (_backlog: Backlog): void => undefined;
  const read = timely(
    {
      read: () => {
        asked += 1;
        return new Promise<Backlog>((resolve) => {
          release = resolve;
        });
      },
    },
    20,
  );
  expect(await Promise.all([read(), read()])).toEqual([null, null]);
  const late = read();
  release(BACKLOG);
  expect([await late, asked]).toEqual([BACKLOG, 1]);
});
