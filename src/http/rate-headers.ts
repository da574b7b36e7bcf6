import { DEFAULT_LIMITS, type RateLimits, type RateStanding } from '../operations/access/ports.ts';

/** Response headers by lower-case name. */
export type Headers = Readonly<Record<string, number | string>>;

/**
 * The five headers that every response carries (specification part 8), and the same as the fields of the IETF's draft
 * "RateLimit header fields for HTTP": policies with quota and window, and what is left of each until it resets.
 */
export function rateHeaders(limits: RateLimits, standing: RateStanding): Headers {
  const { remainingMinute, remainingHour, resetMinute, resetHour } = standing;
  return {
    'x-ratelimit-limit-minute': limits.perMinute,
    'x-ratelimit-limit-hour': limits.perHour,
    'x-ratelimit-remaining-minute': remainingMinute,
    'x-ratelimit-remaining-hour': remainingHour,
    'x-ratelimit-reset': resetMinute,
    'ratelimit-policy': `"minute";q=${limits.perMinute};w=60, "hour";q=${limits.perHour};w=3600`,
    ratelimit: `"minute";r=${remainingMinute};t=${resetMinute}, "hour";r=${remainingHour};t=${resetHour}`,
  };
}

/** What a response carries before anybody is known to ask: the headers of the default limits, and those of safety. */
export function headersForStrangers(nowMs: number): Headers {
  return {
    ...rateHeaders(DEFAULT_LIMITS, untouched(DEFAULT_LIMITS, nowMs)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** The standing of somebody who has used nothing; the windows end with the clock's minute and hour. */
function untouched(limits: RateLimits, nowMs: number): RateStanding {
  return {
    exceeded: null,
    remainingMinute: limits.perMinute,
    remainingHour: limits.perHour,
    resetMinute: 60 - (Math.floor(nowMs / 1000) % 60),
    resetHour: 3600 - (Math.floor(nowMs / 1000) % 3600),
    retryAfter: 0,
  };
}
