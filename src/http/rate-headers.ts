import type { FastifyReply } from 'fastify';
import type { RateLimits, RateStanding } from '../operations/access-ports.ts';

/** What a caller without a valid key sees: the default limits, untouched. */
const DEFAULT_LIMITS: RateLimits = { perMinute: 120, perHour: 5000 };

/** Sets the five headers that every response carries (specification part 8). */
export function setRateHeaders(reply: FastifyReply, limits: RateLimits, standing: RateStanding): void {
  reply.headers(rateHeaders(limits, standing));
}

function rateHeaders(limits: RateLimits, standing: RateStanding): Readonly<Record<string, number>> {
  return {
    'x-ratelimit-limit-minute': limits.perMinute,
    'x-ratelimit-limit-hour': limits.perHour,
    'x-ratelimit-remaining-minute': standing.remainingMinute,
    'x-ratelimit-remaining-hour': standing.remainingHour,
    'x-ratelimit-reset': standing.resetMinute,
  };
}

/** What a response carries before anybody is known to ask: the headers of the default limits, and those of safety. */
export function headersForStrangers(nowMs: number): Readonly<Record<string, number | string>> {
  return {
    ...rateHeaders(DEFAULT_LIMITS, untouched(DEFAULT_LIMITS, nowMs)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** The standing of somebody who has used nothing; the minute window ends with the clock's minute. */
function untouched(limits: RateLimits, nowMs: number): RateStanding {
  return {
    exceeded: null,
    remainingMinute: limits.perMinute,
    remainingHour: limits.perHour,
    resetMinute: 60 - (Math.floor(nowMs / 1000) % 60),
    retryAfter: 0,
  };
}
