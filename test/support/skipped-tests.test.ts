import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SLOW_SUITES } from '../slow-suites.ts';
import { formatLeft, formatSkipped, skipReason } from './skipped-tests.ts';

describe('the reason of a skipped test', () => {
  it('is the note that the test left', () => {
    expect(skipReason('claims on PostgreSQL 15 > twice', 'the disk is slow')).toBe('the disk is slow');
  });

  it.each([
    ['claims on PostgreSQL 15 > twice', 'PostgreSQL 15 is not installed here'],
    ['the official schemas (../shared/hacienda/schemas) > count', 'the folder ../shared is not here'],
    ['the ticket in Chromium > fits', 'Chromium is not installed here'],
    ['as root in a directory only root may enter', 'the tests do not run as root here'],
    ['needs the moon', 'what its name asks for is not here'],
  ])('is read from the name %s', (name, reason) => {
    expect(skipReason(name, undefined)).toBe(reason);
    expect(skipReason(name, '')).toBe(reason);
  });
});

describe('the list of skipped tests', () => {
  it('is empty when all ran', () => {
    expect(formatSkipped([])).toBe('');
  });

  it('names each test with its reason', () => {
    const list = formatSkipped([
      { name: 'a.test.ts > one', reason: 'no moon' },
      { name: 'b.test.ts > two', reason: 'no sun' },
    ]);
    expect(list).toBe('Skipped\n  a.test.ts > one\n    no moon\n  b.test.ts > two\n    no sun\n');
  });
});

describe('the list of suites that are left', () => {
  it('says what makes each take long', () => {
    expect(formatLeft()).toContain('  test/e2e/*.test.ts\n    installs and runs');
  });

  it.each(Object.keys(SLOW_SUITES))('has suites at %s', (pattern) => {
    expect(globSync(pattern)).not.toEqual([]);
  });
});
