import { expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { USUAL_CRITERIA } from '../operations/declarations/criteria-words.ts';
import { orderOf } from './month-order.ts';

it('has the reading of the last closing, else the manual’s, unless the caller says otherwise', async () => {
  const company = exampleCompany();
  const caller = { keyId: 'k', limits: { perMinute: 1, perHour: 1 }, companyId: 'c', company, linksEpoch: 0 };
  const period = { year: 2026, month: 1 };
  const months = { closings: async () => [] };
  const { declaration, encoding } = await orderOf(months, caller, { period, query: {}, nowMs: 0 });
  expect([declaration.notesAreNegative, declaration.codesWithoutHyphens, encoding]).toEqual([
    false,
    false,
    'plain',
  ]);
  const query = { notes: 'negative', exports: 'with_freight', codes: '32', names: 'accents' } as const;
  const other = await orderOf(months, caller, { period, query, nowMs: 0 });
  expect(other.declaration).toMatchObject({
    notesAreNegative: true,
    exportsWithFreight: true,
    codesWithoutHyphens: true,
    classes: company.incomeClasses,
  });
  expect(other.encoding).toBe('windows-1252');

  const criteria = { ...USUAL_CRITERIA, notesAreNegative: true, classes: company.incomeClasses };
  const closing = { closingId: 'c', period, version: 1, closedMs: 0, by: 'Ana', criteria, files: [] };
  const closed = { closings: async () => [closing] };
  const amended = await orderOf(closed, caller, { period, query: { codes: '32' }, nowMs: 0 });
  expect(amended.declaration).toMatchObject({ notesAreNegative: true, codesWithoutHyphens: true });
  const anew = await orderOf(closed, caller, { period, query: { notes: 'positive' }, nowMs: 0 });
  expect(anew.declaration).toMatchObject({ notesAreNegative: false, codesWithoutHyphens: false });
});
