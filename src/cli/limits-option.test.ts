import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../operations/access/ports.ts';
import type { Invocation } from './command.ts';
import { keyLimits } from './commands/key-limits.ts';
import { UsageFailure } from './failure.ts';
import { limitsOption, typedLimits } from './limits-option.ts';

function typed(options: Readonly<Record<string, string>>): Invocation {
  return { command: keyLimits, places: [], options: new Map(Object.entries(options)), json: false };
}

describe('the limits of a key on the command line', () => {
  it('are those of the specification where nothing is typed', () => {
    expect(limitsOption(typed({}), DEFAULT_LIMITS)).toEqual({ perMinute: 120, perHour: 5000 });
    expect(typedLimits(typed({}))).toBeNull();
  });

  it('are each typed by itself', () => {
    expect(limitsOption(typed({ 'per-hour': '9' }), DEFAULT_LIMITS)).toEqual({ perMinute: 120, perHour: 9 });
    expect(typedLimits(typed({ 'per-hour': '9' }))).toEqual({ perHour: 9 });
    expect(typedLimits(typed({ 'per-minute': '7' }))).toEqual({ perMinute: 7 });
  });

  it.each(['0', '-1', '1.5', 'x', '10000001', ''])('are not %j', (text) => {
    expect(() => typedLimits(typed({ 'per-minute': text }))).toThrow(UsageFailure);
  });
});
