import { describe, expect, it } from 'vitest';
import { formatFailed, lastLine, stepLine } from './summary.ts';

const good = { name: 'tsc --noEmit', succeeded: true, durationMs: 1234 };
const bad = { name: 'biome check', succeeded: false, durationMs: 60 };
const none = { passed: 0, failed: 0, skipped: 0, errors: 0 };

it('shows each step with its time', () => {
  expect(stepLine(good)).toBe('ok      tsc --noEmit (1.2 s)');
  expect(stepLine(bad)).toBe('FAILED  biome check (0.1 s)');
});

describe('the last line', () => {
  it('counts tests', () => {
    expect(lastLine({ passed: 12, failed: 3, skipped: 1, errors: 0 }, [good])).toBe(
      '12 passed, 3 failed, 1 skipped',
    );
  });

  it('counts what failed outside of a test', () => {
    expect(lastLine({ ...none, passed: 5, errors: 2 }, [good])).toBe('5 passed, 2 failed, 0 skipped');
    expect(lastLine({ ...none, passed: 5 }, [good, bad])).toBe('5 passed, 1 failed, 0 skipped');
  });
});

describe('the list of what failed', () => {
  it('is empty when nothing did', () => {
    expect(formatFailed([])).toBe('');
  });

  it('names each with the first line of its error', () => {
    const failed = [{ name: 'a.test.ts > one', error: 'expected 1 to be 2\n  at a.test.ts:1' }];
    expect(formatFailed(failed)).toBe('Failed\n  a.test.ts > one\n    expected 1 to be 2\n');
  });
});
