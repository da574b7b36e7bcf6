// The rules of docs/alarms.yml over the measures of a node before and after one event, judged by Prometheus' own promtool.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backlog, WatchedStanding } from '../../src/operations/installation/metrics-ports.ts';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { ALARMS, alarmsFile } from '../../tools/docs/alarms.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Nothing waits. */
const QUIET: Backlog = {
  documents: [],
  invalidations: 0,
  due: 0,
  oldestSeconds: 0,
  unreportedSeconds: 0,
  mails: { waiting: 0, oldestSeconds: 0 },
  clocks: [],
  putAside: { documents: 0, invalidations: 0 },
};
const GOOD: WatchedStanding = { refusal: null, clockAheadMs: 3 };
/** Minutes before and after the event, a look each. */
const [BEFORE, AFTER] = [20, 12];

interface Event {
  readonly alarm: string;
  /** What happens on the node at once. */
  readonly happen?: (metrics: Metrics) => void;
  /** How it stands from then on. */
  readonly backlog?: Backlog | null;
  readonly database?: WatchedStanding;
}

const refused = { service: 'auth', outcome: 'refused', durationMs: 40 } as const;
const EVENTS: readonly Event[] = [
  {
    alarm: 'SelloIssuingFails',
    happen: ({ meter }) =>
      meter.issuance({ tipoDte: '03', outcome: 'failed', via: 'console', durationMs: 9 }),
  },
  { alarm: 'SelloCredentialsRefused', happen: ({ meter }) => meter.call(refused) },
  {
    alarm: 'SelloCircuitsOpen',
    happen: ({ watchCircuits }) => watchCircuits(() => [{ ambiente: '01' }]),
  },
  {
    alarm: 'SelloContingencyEnds',
    backlog: { ...QUIET, clocks: [{ clock: 'report', secondsLeft: 3600, used: 0.96 }] },
  },
  { alarm: 'SelloForgot', database: { refusal: 'forgot', clockAheadMs: 3 } },
  {
    alarm: 'SelloJournalUnwritable',
    database: { refusal: 'journal', isJournalWritable: false, clockAheadMs: 3 },
  },
  { alarm: 'SelloClocksApart', database: { refusal: null, clockAheadMs: -2_001 } },
  {
    alarm: 'SelloAuthorityClockApart',
    happen: ({ watchAuthorityClock }) => watchAuthorityClock(() => new Map([['01', -60_500]])),
  },
  {
    alarm: 'SelloNoPlace',
    happen: ({ watchHeld }) =>
      watchHeld(() => ({ places: 128, inLine: 9, bodyBytes: 0, exportSlots: 0, stuckMs: 31_000 })),
  },
  { alarm: 'SelloArchiveDamaged', happen: ({ meter }) => meter.damagedFile() },
  { alarm: 'SelloContingencyUnreported', backlog: { ...QUIET, unreportedSeconds: 70_000 } },
  { alarm: 'SelloNumberTaken', happen: ({ meter }) => meter.numberTaken() },
  { alarm: 'SelloRejectionUnexplained', happen: ({ meter }) => meter.unexplained('code') },
  { alarm: 'SelloPutAside', backlog: { ...QUIET, putAside: { documents: 0, invalidations: 1 } } },
  { alarm: 'SelloWaitsLong', backlog: { ...QUIET, oldestSeconds: 3_601 } },
  { alarm: 'SelloBacklogUnknown', backlog: null },
];

let place = '';
beforeAll(() => {
  place = makePlace(0o700);
  writeFileSync(join(place, 'alarms.yml'), alarmsFile());
});
afterAll(() => removePlace(place));

/** The series of a look with their values. */
function seriesIn(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line.startsWith('sello_'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );
}

/** Prometheus' notation of a value that stays for so many looks; `_` is a look at which the series was missing. */
function looks(value: string | undefined, count: number): string {
  return value === undefined ? `_x${count}` : `${value}+0x${count - 1}`;
}

async function seriesAround({ happen, backlog, database = GOOD }: Event) {
  const metrics = createMetrics();
  const before = seriesIn(await metrics.text(QUIET, GOOD));
  happen?.(metrics);
  const after = seriesIn(await metrics.text(backlog === undefined ? QUIET : backlog, database));
  return [...new Set([...before.keys(), ...after.keys()])].map((series) => ({
    series,
    values: `${looks(before.get(series), BEFORE)} ${looks(after.get(series), AFTER)}`,
  }));
}

function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', [...args], { cwd: place, encoding: 'utf8' });
  return status === 0 ? 'accepted' : `${stdout}\n${stderr}`;
}

describe('docs/alarms.yml', () => {
  it('has an event here for each of its alarms', () => {
    expect(EVENTS.map(({ alarm }) => alarm).sort()).toEqual(ALARMS.map(({ name }) => name).sort());
  });

  it.skipIf(!hasPromtool)('is what promtool takes for rules', () => {
    expect(promtool('check', 'rules', 'alarms.yml')).toBe('accepted');
  });

  it.skipIf(!hasPromtool).each(EVENTS)(
    'is silent before, and $alarm alone sounds at its first event',
    async (event) => {
      const firing = (alarm: string) => {
        const why = ALARMS.find(({ name }) => name === alarm)?.why;
        return alarm === event.alarm
          ? [{ exp_labels: labelsOf(alarm), exp_annotations: { summary: why } }]
          : [];
      };
      const at = (minutes: number, alerts: (alarm: string) => unknown) =>
        ALARMS.map(({ name }) => ({ eval_time: `${minutes}m`, alertname: name, exp_alerts: alerts(name) }));
      const test = {
        rule_files: ['alarms.yml'],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: await seriesAround(event),
            alert_rule_test: [...at(BEFORE - 1, () => []), ...at(BEFORE + soundsAfter(event.alarm), firing)],
          },
        ],
      };
      writeFileSync(join(place, 'test.yml'), JSON.stringify(test));
      expect(promtool('test', 'rules', 'test.yml')).toBe('accepted');
    },
  );
});

/** Minutes after the event at which the alarm has sounded. */
function soundsAfter(alarm: string): number {
  return ALARMS.find(({ name }) => name === alarm)?.lasting === undefined ? 1 : 11;
}

/** The labels of the series that rose, where the rule keeps them. */
function labelsOf(alarm: string): Readonly<Record<string, string>> {
  if (alarm === 'SelloIssuingFails') return { doc_type: '03', outcome: 'failed', via: 'console' };
  return alarm === 'SelloCredentialsRefused' ? { service: 'auth', outcome: 'refused' } : {};
}
