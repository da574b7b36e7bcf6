import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setClock } from '../support/ahead-clock.ts';
import { INVALIDATION } from '../support/cancelling.ts';
import { type HouseOptions, openHouse, ownHouse } from '../support/house.ts';
import { cloned, everything, failedNote, someLines } from './adjusting.ts';
import { CASES } from './cases.ts';
import { leftInEachClass, onePercent, onlyClass } from './classes.ts';
import {
  attemptedAgain,
  invalidatedAgain,
  pastWindow,
  referencesInTheWay,
  refusedByAuthority,
  withinWindow,
  withoutAnswer,
} from './invalidating.ts';
import {
  newReference,
  otherType,
  rejectedAgain,
  revalidated,
  stampedAgain,
  waitingAgain,
} from './issuing.ts';
import { changedData, refusedRepeats, unreadableRepeats } from './repeating.ts';
import type { Stage } from './stage.ts';
import { TRANSITIONS } from './table.ts';
import { attemptsAndFacts, longPath, noDuplicates, whatNotesLeave } from './telling.ts';

/** How each row of both tables is driven, by the title of its test. */
const DRIVES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a new reference gets a number and a verdict': newReference,
  'a stamped reference is answered with its original': stampedAgain,
  'a rejected reference is sent again with the new payload': rejectedAgain,
  'a reference in contingency is sent again with the new payload': waitingAgain,
  'what is in contingency is stamped without a retry': revalidated,
  'a reference keeps its type of document': otherType,
  'a document within its window is invalidated': withinWindow,
  'an invalidation without an answer waits': withoutAnswer,
  'a rejected invalidation leaves the document valid': refusedByAuthority,
  'what is invalidated answers as it did': invalidatedAgain,
  'an invalidation without a seal is attempted again': attemptedAgain,
  'a CCF past its window is cancelled by a note': pastWindow,
  'a note on some lines leaves the CCF valid': someLines,
  'a full note invalidates its CCF': everything,
  'a cloning note does not invalidate its CCF': cloned,
  'a failed note is sent again on its own CCF': failedNote,
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
  'changed data go when the quarantine ends': changedData,
};

const TITLES = [...TRANSITIONS, ...CASES].map(({ test }) => test);
/** What needs the background at work, with the times of its house. */
const BUSY: Readonly<Record<string, NonNullable<HouseOptions['times']>>> = {
  'what is in contingency is stamped without a retry': {
    callTimeoutMs: 2_000,
    requestBudgetMs: 8_000,
    quarantineMs: 45_000,
  },
  'changed data go when the quarantine ends': {
    callTimeoutMs: 500,
    requestBudgetMs: 2_000,
    quarantineMs: 900_000,
  },
};

/** The morning of a Thursday. */
const ISSUED_MS = Date.UTC(2026, 2, 19, 16);
const DAY_MS = 86_400_000;

const clock = setClock(ISSUED_MS);
const house = ownHouse({
  clock,
  // What is not heard of is soon known never to arrive, so that a changed payload may follow it.
  times: { callTimeoutMs: 2_000, requestBudgetMs: 8_000, quarantineMs: 1 },
});

it.for(TITLES.filter((title) => BUSY[title] === undefined))('%s', async (title) => {
  clock.set(ISSUED_MS);
  const company = await house.addCompany({ file: INVALIDATION });
  const travel = (days: number) => clock.pass(days * DAY_MS);
  await DRIVES[title]?.({ house, company, travel });
});

it.for(Object.entries(BUSY))('%s', { timeout: 40_000 }, async ([title, times]) => {
  const busy = await openHouse({ times, work: { concurrency: 8, perCompany: 4, pollMs: 50 } });
  await DRIVES[title]?.({ house: busy, company: busy.company, travel: () => undefined });
  await busy.close();
});

describe('the tables', () => {
  it('name each drive once', () => {
    expect(TITLES.toSorted()).toEqual(Object.keys(DRIVES).toSorted());
  });

  const SPECIFICATION = resolve(import.meta.dirname, '../../../shared/specification.md');

  it.skipIf(!existsSync(SPECIFICATION))('have every row of ../shared/specification.md, and no other', () => {
    const text = readFileSync(SPECIFICATION, 'utf8');
    const [section = ''] = text.split('### 3.2 Transitions')[1]?.split(/^## /m) ?? [];
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1)
      .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| ?| ?\|$/g, '')));
    expect(rows.map(([from, trigger, condition, next]) => [from, trigger, condition, next])).toEqual(
      TRANSITIONS.map(({ from, trigger, condition, next }) => [from, trigger, condition, next]),
    );
  });
});
