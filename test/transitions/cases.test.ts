import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { INVALIDATION } from '../support/cancelling.ts';
import { type House, openHouse } from '../support/house.ts';
import { referencesInTheWay } from './cancelling.ts';
import { CASES } from './cases.ts';
import { leftInEachClass, onePercent, onlyClass } from './classes.ts';
import { changedData, refusedRepeats, unreadableRepeats } from './repeating.ts';
import type { Stage } from './stage.ts';
import { attemptsAndFacts, longPath, noDuplicates, whatNotesLeave } from './telling.ts';

const IN_TIME = 'changed data go when the quarantine ends';

/** How each case is driven, by the title of its test. */
const DRIVES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'no status is a duplicate': noDuplicates,
  'the status of a CCF tells what its notes leave': whatNotesLeave,
  'an attempt to invalidate is told from a fact': attemptsAndFacts,
  'a long path names no document': longPath,
  'a caller’s reference does not stand in the way of an automatic note': referencesInTheWay,
  'the only class of a CCF is that of its note’s lines': onlyClass,
  'a note takes from each class what is left of it': leftInEachClass,
  'retention and perception follow the class': onePercent,
  'a stamped reference answers whatever its payload would be refused for': refusedRepeats,
  'only an unreadable reference and one of another type are refused': unreadableRepeats,
  [IN_TIME]: changedData,
};

/** The morning of a Thursday. */
const ISSUED_MS = Date.UTC(2026, 2, 19, 16);
const DAY_MS = 86_400_000;

let house: House;
let shiftMs = 0;

beforeAll(async () => {
  shiftMs = ISSUED_MS - Date.now();
  house = await openHouse({
    clock: { now: () => Date.now() + shiftMs },
    times: { callTimeoutMs: 2_000, requestBudgetMs: 8_000, quarantineMs: 1 },
  });
});
afterAll(() => house.close());
afterEach(() => house.authority.behave());

it.for(CASES.map(({ test }) => test).filter((test) => test !== IN_TIME))('%s', async (test) => {
  shiftMs = ISSUED_MS - Date.now();
  const company = await house.addCompany({ file: INVALIDATION });
  const travel = (days: number) => {
    shiftMs += days * DAY_MS;
  };
  expect(DRIVES).toHaveProperty([test]);
  await DRIVES[test]?.({ house, company, travel });
});

it(IN_TIME, async () => {
  const times = { callTimeoutMs: 500, requestBudgetMs: 2_000, quarantineMs: 900_000 };
  const busy = await openHouse({ times, work: { concurrency: 8, perCompany: 4, pollMs: 50 } });
  await changedData({ house: busy, company: busy.company, travel: () => undefined });
  await busy.close();
}, 40_000);

it('names each drive once', () => {
  expect(CASES.map(({ test }) => test).toSorted()).toEqual(Object.keys(DRIVES).toSorted());
});
