import { expect } from 'vitest';
import { FIELD_PROBLEMS } from '../../src/core/refusals/field-problems.ts';
import type { Answer } from './http-caller.ts';

const WHOLE = expect.stringMatching(/^[0-9]+$/);

/** A code of the registry, whichever. */
export const ANY_CODE = expect.toBeOneOf(Object.keys(FIELD_PROBLEMS));

/** The five headers of specification part 8, which every response carries, and those that keep files harmless. */
const EVERYWHERE = {
  'x-ratelimit-limit-minute': WHOLE,
  'x-ratelimit-limit-hour': WHOLE,
  'x-ratelimit-remaining-minute': WHOLE,
  'x-ratelimit-remaining-hour': WHOLE,
  'x-ratelimit-reset': expect.stringMatching(/^([1-9]|[1-5][0-9]|60)$/),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** What specification part 8 asks of every response, whatever its status; the IETF's fields say the same. */
export function expectHeaders({ headers }: Pick<Answer, 'headers'>): void {
  expect(headers).toMatchObject(EVERYWHERE);
  const of = (name: string) => headers[`x-ratelimit-${name}`];
  expect(headers['ratelimit-policy']).toBe(
    `"minute";q=${of('limit-minute')};w=60, "hour";q=${of('limit-hour')};w=3600`,
  );
  const [, left, hourReset] = /^(.*;t=)([1-9][0-9]{0,3})$/.exec(headers['ratelimit'] ?? '') ?? [];
  expect(left).toBe(
    `"minute";r=${of('remaining-minute')};t=${of('reset')}, "hour";r=${of('remaining-hour')};t=`,
  );
  expect(Number(hourReset)).toBeLessThanOrEqual(3600);
}

/** The headers of somebody of whom no valid key is known: the default limits, untouched. */
export const STRANGERS = {
  'x-ratelimit-limit-minute': '120',
  'x-ratelimit-limit-hour': '5000',
  'x-ratelimit-remaining-minute': '120',
  'x-ratelimit-remaining-hour': '5000',
};

/** An error in the one shape of all errors, with a text in `detail` and these headers. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body['code'], answer.text]).toEqual([status, code, expect.any(String)]);
  expect(answer.body['detail']).toMatch(/^\S.{5,}$/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  expectHeaders(answer);
}
