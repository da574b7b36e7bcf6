import { beforeEach, expect, it } from 'vitest';
import { UNMETERED } from '../../../test/support/composition.ts';
import { type TalliedMeter, talliedMeter } from './counting.ts';
import type { Backlog } from './metrics-ports.ts';
import { createNodeHistory, type NodeHistory, type NodeLook } from './node-history.ts';

const QUIET: NodeLook = { silentCompanies: 0, connections: { taken: 0, most: 20, awaited: 0 }, busy: 0 };
const BACKLOG: Backlog = {
  documents: [
    { ambiente: '00', state: 'contingency', count: 3 },
    { ambiente: '01', state: 'in_flight', count: 1 },
  ],
  invalidations: 0,
  putAside: { documents: 0, invalidations: 0 },
  due: 0,
  oldestSeconds: 90,
  unreportedSeconds: 0,
  mails: { waiting: 7, oldestSeconds: 30 },
  clocks: [],
};

let nowMs = 0;
let counting: TalliedMeter;
let history: NodeHistory;
beforeEach(() => {
  nowMs = 1_000;
  counting = talliedMeter(UNMETERED);
  history = createNodeHistory({ take: counting.take, now: () => nowMs });
});

function pass(minutes: number, backlog: Backlog | null = null): void {
  for (let minute = 0; minute < minutes; minute += 1) {
    nowMs += 60_000;
    counting.meter.issuance({ tipoDte: '01', outcome: 'stamped', via: 'api', durationMs: 50 });
    history.endMinute(backlog);
  }
}

it('is empty at first', () => {
  expect(history.read()).toEqual({ sinceMs: 1_000, hour: [], day: [] });
});

it('tells of each minute what was done, and the worst of its looks', () => {
  history.look(QUIET);
  history.look({ silentCompanies: 2, connections: { taken: 20, most: 20, awaited: 5 }, busy: 0.9 });
  history.look({ ...QUIET, busy: 0.4 });
  pass(1, BACKLOG);
  pass(1);
  const [first, second] = history.read().hour;
  expect(first).toMatchObject({
    fromMs: 1_000,
    toMs: 61_000,
    issued: { stamped: 1 },
    silentCompanies: 2,
    connections: { taken: 20, most: 20, awaited: 5 },
    busy: 0.9,
    waiting: { documents: 4, oldestSeconds: 90, mails: 7, oldestMailSeconds: 30 },
  });
  expect(second).toMatchObject({ fromMs: 61_000, silentCompanies: 0, busy: 0, waiting: null });
});

it('keeps an hour of minutes and a day of tens, the unfinished one with them', () => {
  pass(13, BACKLOG);
  expect(history.read().day).toMatchObject([
    { fromMs: 1_000, toMs: 601_000, issued: { stamped: 10 }, waiting: { mails: 7 } },
    { fromMs: 601_000, toMs: 781_000, issued: { stamped: 3 } },
  ]);
  pass(3_000);
  const { hour, day } = history.read();
  expect([hour.length, day.length]).toEqual([60, 145]);
  expect(hour.at(-1)?.toMs).toBe(nowMs);
});
