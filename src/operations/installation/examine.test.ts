import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../test/support/identifiers.ts';
import { GOOD_FACTS } from '../../../test/support/stand-in-program.ts';
import { examineDatabase, examineFailOver, examineSetup } from './examine.ts';

const FACTS = { ...GOOD_FACTS, clockAheadMs: -12 };
const DAY_MS = 86_400_000;
const ESPIGA = slugOf('espiga');
const NOW = Date.UTC(2026, 5, 1, 12);

describe('examineDatabase', () => {
  it('finds nothing wrong with a good one', () => {
    const checks = examineDatabase(FACTS);
    expect(checks.map(({ status, advice }) => [status, advice])).toEqual(checks.map(() => ['ok', null]));
  });

  it.each([
    [{ majorVersion: 14 }, 'database', 'problem'],
    [{ pendingMigrations: ['0002_x'] }, 'schema', 'warning'],
    [{ foreignMigrations: ['0009_x'] }, 'schema', 'problem'],
    [{ loginNeeds: ['ALTER ROLE a CREATEROLE'] }, 'login', 'problem'],
    [{ unsafeSettings: ['fsync = off'] }, 'durability', 'problem'],
    [{ timeZoneHolds: false }, 'time zones', 'problem'],
    [{ clockAheadMs: 5001 }, 'clock', 'problem'],
    [{ clockAheadMs: -5001 }, 'clock', 'problem'],
  ])('finds %j and says what to do', (facts, name, status) => {
    const found = examineDatabase({ ...FACTS, ...facts }).filter((check) => check.status !== 'ok');
    expect(found).toEqual([expect.objectContaining({ name, status, advice: expect.stringMatching(/\.$/) })]);
  });
});

describe('examineFailOver', () => {
  it.each([
    [true, true, ESPIGA, ['ok', /go on by themselves/]],
    [true, false, ESPIGA, ['ok', /wait for "sello reconcile"/]],
    [false, false, null, ['ok', /fine without a production company/]],
    [false, false, ESPIGA, ['warning', /the last documents of espiga that were answered for may be/]],
    [false, true, null, ['problem', /the last documents that were answered for may be/]],
  ] as const)(
    'where commits wait: %s, and nodes go on: %s, for %s, is %j',
    (commitsWait, goesOn, production, [status, words]) => {
      const check = examineFailOver({ commitsWait }, { goesOn, production });
      expect(check).toMatchObject({ name: 'fail-over', status, message: expect.stringMatching(words) });
    },
  );
});

describe('examineSetup', () => {
  function certificateCheck(from: number, until: number) {
    const certificate = { notBeforeMs: NOW + from * DAY_MS, notAfterMs: NOW + until * DAY_MS };
    return examineSetup(
      slugOf('espiga'),
      { certificate, user: 'u', liveKeys: 1, hasSmtpPassword: false },
      NOW,
    )[0];
  }

  it.each([
    [-1, 61, 'ok', '61 days left'],
    [-1, 60.5, 'warning', '60 days left'],
    [-1, 1.5, 'warning', '1 day left'],
    [-2, -1, 'problem', 'expired 2026-05-31'],
    [1, 9, 'problem', 'not valid before 2026-06-02'],
  ])('sees a certificate that is valid from %d to %d days from now', (...[from, until, status, words]) => {
    const check = certificateCheck(from, until);
    expect(check).toMatchObject({ name: 'espiga: certificate', status });
    expect(check?.message).toContain(words);
  });

  it('misses what is not there', () => {
    const checks = examineSetup(
      slugOf('espiga'),
      { certificate: null, user: null, liveKeys: 0, hasSmtpPassword: false },
      NOW,
    );
    expect(checks.map(({ status }) => status)).toEqual(['problem', 'problem', 'warning']);
    expect(checks.map(({ advice }) => advice).join()).toContain('sello credentials set espiga');
  });
});
