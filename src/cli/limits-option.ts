import { DEFAULT_LIMITS, type RateLimits } from '../operations/access/ports.ts';
import { integerOption } from './arguments.ts';
import type { Invocation } from './command.ts';

/** The options that limit a key, with what stands for their values. */
export const LIMITS_OPTIONS = { 'per-minute': 'N', 'per-hour': 'N' } as const;

const MOST = 10_000_000;

/** The limits that are typed, the others from `byDefault`. Throws UsageFailure for what is no limit. */
export function limitsOption(invocation: Invocation, byDefault: RateLimits): RateLimits {
  const { perMinute, perHour } = byDefault;
  return {
    perMinute: integerOption(invocation, 'per-minute', { min: 1, max: MOST, byDefault: perMinute }),
    perHour: integerOption(invocation, 'per-hour', { min: 1, max: MOST, byDefault: perHour }),
  };
}

/** Only the limits that are typed; null without any. Throws UsageFailure for what is no limit. */
export function typedLimits(invocation: Invocation): Partial<RateLimits> | null {
  const { perMinute, perHour } = limitsOption(invocation, DEFAULT_LIMITS);
  const { options } = invocation;
  const limits = {
    ...(options.has('per-minute') ? { perMinute } : {}),
    ...(options.has('per-hour') ? { perHour } : {}),
  };
  return Object.keys(limits).length === 0 ? null : limits;
}
