import { describe, expect, it } from 'vitest';
import { withinOneMinute } from '../support/one-minute.ts';
import { expectError } from '../support/response-headers.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { callWith } from './call-with.ts';
import { EVERY_ROUTE } from './every-route.ts';

const LIMITS = { perMinute: 2, perHour: 1000 };

const house = sharedHouse();

describe.each(EVERY_ROUTE)('$method $path beyond the limits', (route) => {
  it('answers 429 with Retry-After and all five headers, until the minute is over', () =>
    withinOneMinute(async () => {
      const caller = await house.company.withKey(LIMITS);
      const served = [await callWith(caller, route), await callWith(caller, route)];
      expect(served.map(({ headers }) => headers['x-ratelimit-remaining-minute'])).toEqual(['1', '0']);
      expect(served.map(({ status }) => status)).not.toContain(429);
      for (const answer of [await callWith(caller, route), await callWith(caller, route)]) {
        expectError(answer, 429, 'rate_limited_minute');
        expect(answer.body['detail']).toBe('Se superó el límite de solicitudes por minuto: 2.');
        expect(answer.headers).toMatchObject({
          'x-ratelimit-limit-minute': '2',
          'x-ratelimit-limit-hour': '1000',
          'x-ratelimit-remaining-minute': '0',
          'x-ratelimit-remaining-hour': '998',
        });
        expect(answer.headers['retry-after']).toBe(answer.headers['x-ratelimit-reset']);
      }
    }));

  it('names the hour where the hour is full, and lets another key of the company pass', () =>
    withinOneMinute(async () => {
      const caller = await house.company.withKey({ perMinute: 100, perHour: 1 });
      await callWith(caller, route);
      const answer = await callWith(caller, route);
      expectError(answer, 429, 'rate_limited_hour');
      expect(answer.body['detail']).toBe('Se superó el límite de solicitudes por hora: 1.');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(
        Number(answer.headers['x-ratelimit-reset']),
      );
      const other = await house.company.withKey(LIMITS);
      expect((await callWith(other, route)).status).not.toBe(429);
    }));
});
