import { describe, expect, it } from 'vitest';
import { numeroOf, slugOf } from '../../../test/support/identifiers.ts';
import { NOTHING_PENDING } from '../../../test/support/nothing-pending.ts';
import type { CompanyPending, RunningClock } from '../companies/ports.ts';
import { examinePending } from './examine-pending.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 12);

function running(clock: RunningClock['clock'], usedHours: number): RunningClock {
  const startMs = NOW - usedHours * HOUR_MS;
  return { clock, startMs, untilMs: startMs + (clock === 'report' ? 24 : 72) * HOUR_MS, documents: 3 };
}

function examined(changes: Partial<CompanyPending>) {
  const checks = examinePending(slugOf('espiga'), { ...NOTHING_PENDING, ...changes }, NOW);
  return checks.filter(
    ({ name, message }) => message !== 'none' && !/: (contingency|control numbers)$/.test(name),
  );
}

describe('examinePending', () => {
  it('has nothing to say about a company that waits for nobody', () => {
    expect(
      examinePending(slugOf('espiga'), NOTHING_PENDING, NOW).map(({ status, message }) => [status, message]),
    ).toEqual([
      ['ok', 'no document'],
      ['ok', 'none of another system in the last 30 days'],
      ['ok', 'no document'],
      ['ok', 'none'],
      ['ok', 'none'],
    ]);
  });

  it('names the documents that were put aside, the first of many', () => {
    const one = examined({ putAside: { documents: 1, numbers: [numeroOf(1)] } })[0];
    expect(one).toMatchObject({
      name: 'espiga: put aside',
      status: 'problem',
      advice: expect.stringMatching(/\.$/),
    });
    expect(one?.message).toBe('1 document that nobody works on any more: DTE-01-M001P001-000000000000001');
    const many = examined({ putAside: { documents: 9, numbers: [numeroOf(1), numeroOf(2)] } })[0];
    expect(many?.message).toMatch(/^9 documents .*: DTE-\S+0001, DTE-\S+0002, and 7 more$/);
  });

  it('warns of numbers that another system has', () => {
    const takenNumbers = { count: 3, last: numeroOf(7) };
    const checks = examinePending(slugOf('espiga'), { ...NOTHING_PENDING, takenNumbers }, NOW);
    expect(checks).toContainEqual({
      name: 'espiga: control numbers',
      status: 'warning',
      message: '3 numbers of another system in the last 30 days, at last DTE-01-M001P001-000000000000007',
      advice: expect.stringMatching(/\.$/),
    });
  });

  it.each([
    [1, 0, '1 document without a verdict of Hacienda’s, the first for 0 minutes'],
    [4, 119, '4 documents without a verdict of Hacienda’s, the first for 119 minutes'],
    [4, 181, '4 documents without a verdict of Hacienda’s, the first for 3 hours'],
  ])('counts %d documents in contingency for %d minutes', (documents, minutes, message) => {
    const contingency = { documents, sinceMs: NOW - minutes * 60_000 };
    const checks = examinePending(slugOf('espiga'), { ...NOTHING_PENDING, contingency }, NOW);
    const advice = expect.stringMatching(/\.$/);
    expect(checks).toContainEqual({ name: 'espiga: contingency', status: 'warning', message, advice });
  });

  it.each([
    ['report', 0, 'ok', '0 % of 24 hours'],
    ['report', 11.9, 'ok', '49 % of 24 hours'],
    ['report', 12, 'warning', '50 % of 24 hours'],
    ['report', 19.2, 'problem', '80 % of 24 hours'],
    ['transmit', 35, 'ok', '48 % of 72 hours'],
    ['transmit', 40, 'warning', '55 % of 72 hours'],
    ['transmit', 100, 'problem', '138 % of 72 hours'],
    ['report', -1, 'ok', '0 % of 24 hours'],
  ] as const)(
    'tells how much of a clock to %s is used after %d hours: %s',
    (...[clock, hours, status, words]) => {
      const check = examined({ clocks: [running(clock, hours)] })[1];
      expect(check).toMatchObject({ status, message: `1 event with 3 documents; ${words} used` });
      expect(check?.advice === null).toBe(status === 'ok');
    },
  );

  it('tells of the clock that ends first, and of all that run', () => {
    const clocks = [running('transmit', 10), running('transmit', 60), running('report', 1)];
    const checks = examined({ clocks }).slice(1);
    expect(checks.map(({ name, message }) => [name, message])).toEqual([
      ['espiga: events to report', '1 event with 3 documents; 4 % of 24 hours used'],
      ['espiga: documents to transmit', '2 events with 6 documents; 83 % of 72 hours used'],
    ]);
  });

  it('sends nobody to the log when the time is over', () => {
    expect(examined({ clocks: [running('report', 24)] })[1]?.advice).toMatch(/Hacienda\.$/);
  });
});
