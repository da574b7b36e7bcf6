import type { FastifyReply } from 'fastify';
import type { RateLimits, RateStanding } from '../operations/access-ports.ts';

/** What a caller without a valid key sees: the default limits, untouched. */
export const DEFAULT_LIMITS: RateLimits = { perMinute: 120, perHour: 5000 };

/** The five headers that every response carries (specification part 8). */
export function setRateHeaders(reply: FastifyReply, limits: RateLimits, standing: RateStanding): void {
  reply.headers({
    'x-ratelimit-limit-minute': limits.perMinute,
    'x-ratelimit-limit-hour': limits.perHour,
    'x-ratelimit-remaining-minute': standing.remainingMinute,
    'x-ratelimit-remaining-hour': standing.remainingHour,
    'x-ratelimit-reset': standing.resetMinute,
  });
}

/** The standing of somebody who has used nothing; the minute window ends with the clock's minute. */
export function untouched(limits: RateLimits, nowMs: number): RateStanding {
  return {
    exceeded: null,
    remainingMinute: limits.perMinute,
    remainingHour: limits.perHour,
    resetMinute: 60 - (Math.floor(nowMs / 1000) % 60),
    retryAfter: 0,
  };
}
