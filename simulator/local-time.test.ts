import { expect, it } from 'vitest';
import { localDate, localInstant, processingTime } from './local-time.ts';

it('reads a date and a clock time, with a second of one digit too', () => {
  expect(localInstant('2026-12-31', '23:59:59')).toBe(Date.parse('2027-01-01T05:59:59Z'));
  expect(localInstant('2026-11-20', '00:00:5')).toBe(Date.parse('2026-11-20T06:00:05Z'));
});

it('keeps the year until six hours after it ended in UTC', () => {
  const lastSecond = Date.parse('2027-01-01T05:59:59.999Z');
  expect(localDate(lastSecond)).toBe('2026-12-31');
  expect(processingTime(lastSecond)).toBe('31/12/2026 23:59:59');
  expect(localDate(lastSecond + 1)).toBe('2027-01-01');
  expect(processingTime(lastSecond + 1)).toBe('01/01/2027 00:00:00');
});
