import type { RateLimits, RateStanding } from '../../operations/access/ports.ts';

/** A key after one of its requests was judged. */
export interface CountedRequest {
  readonly limits: RateLimits;
  /** Whether the request was within both windows, and therefore counted. */
  readonly fits: boolean;
  /** Requests in the running windows, this one included where it was counted. */
  readonly minuteCount: number;
  readonly hourCount: number;
  /** When the windows end, on the node's clock. */
  readonly minuteEndMs: number;
  readonly hourEndMs: number;
}

/** How a request stands at this moment, on the same clock. */
export function standingOf(counted: CountedRequest, nowMs: number): RateStanding {
  const { limits, fits, minuteCount, hourCount } = counted;
  const resetMinute = secondsUntil(counted.minuteEndMs, nowMs);
  const resetHour = secondsUntil(counted.hourEndMs, nowMs);
  const exceeded = fits ? null : fullWindow(counted);
  return {
    exceeded,
    remainingMinute: Math.max(0, limits.perMinute - minuteCount),
    remainingHour: Math.max(0, limits.perHour - hourCount),
    resetMinute,
    resetHour,
    retryAfter: { none: 0, minute: resetMinute, hour: resetHour }[exceeded ?? 'none'],
  };
}

/** The window that leaves no room for another request, the longer one first. */
export function fullWindow({
  limits,
  hourCount,
}: Pick<CountedRequest, 'limits' | 'hourCount'>): 'minute' | 'hour' {
  return hourCount >= limits.perHour ? 'hour' : 'minute';
}

function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / 1_000));
}
