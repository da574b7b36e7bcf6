import { expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { codeOf, nitOf } from '../../../test/support/identifiers.ts';
import { observedInvalidations } from './observed-invalidations.ts';
import type { InvalidationAnswer } from './ports.ts';

const ACCOUNT = { companyId: 'a', ambiente: '00', nit: nitOf('06140101900018') } as const;
const QUERY = { account: ACCOUNT, tipoDte: '01', codigoGeneracion: codeOf('X') } as const;
const SUBMISSION = {
  account: ACCOUNT,
  version: 3,
  codigoGeneracion: codeOf('Y'),
  invalidated: QUERY,
  jws: 'a.b.c',
  idEnvio: 1,
};

/** What the breaker is told of such an answer. */
async function notedOf(answer: InvalidationAnswer): Promise<readonly unknown[]> {
  const noted: unknown[] = [];
  const authority = { invalidate: async () => answer, speaksOf: async () => true };
  const note = (query: unknown, answered: boolean) => noted.push([query, answered]);
  const observed = observedInvalidations(authority, { note });
  expect(await observed.invalidate(SUBMISSION)).toBe(answer);
  return noted;
}

it('tells the breaker of verdicts and of an authority out of reach, not of a silent service', async () => {
  expect(await notedOf({ kind: 'sealed', stamp: STAMP, raw: STAMPED_RAW })).toEqual([[QUERY, true]]);
  const rejected = { kind: 'rejected', already: null, rejection: REJECTION, raw: REJECTED_RAW } as const;
  expect(await notedOf(rejected)).toEqual([[QUERY, true]]);
  expect(await notedOf({ kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null })).toEqual([
    [QUERY, false],
  ]);
  expect(await notedOf({ kind: 'silent', reason: 'time-out', raw: null })).toEqual([]);
});

it.each([true, false])('tells the breaker whether a question was answered: %s', async (spoke) => {
  const noted: unknown[] = [];
  const invalidate = () => Promise.reject(new Error('nothing is to be sent'));
  const note = (query: unknown, answered: boolean) => noted.push([query, answered]);
  const observed = observedInvalidations({ invalidate, speaksOf: async () => spoke }, { note });
  expect(await observed.speaksOf(QUERY)).toBe(spoke);
  expect(noted).toEqual([[QUERY, spoke]]);
});
