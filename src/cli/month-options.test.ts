import { expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { USUAL_CRITERIA } from '../operations/declarations/criteria-words.ts';
import { UsageFailure } from './failure.ts';
import { orderIn } from './month-options.ts';

const PERIOD = { year: 2026, month: 1 };
const COMPANY = exampleCompany();
const criteria = { ...USUAL_CRITERIA, notesAreNegative: true, classes: COMPANY.incomeClasses };
const CLOSING = {
  closingId: 'c',
  period: PERIOD,
  version: 1,
  closedMs: 0,
  by: 'Ana',
  criteria,
  files: [],
};

/** The order of these options where the month was closed with negative notes. */
function order(options: Readonly<Record<string, string>>) {
  const office = { months: { closings: async () => [CLOSING] } };
  const stored = { companyId: 'c', company: COMPANY, linksEpoch: 0 };
  return orderIn(new Map(Object.entries(options)), office, stored, PERIOD);
}

it('keeps what the month was closed with, unless the options say otherwise', async () => {
  expect((await order({})).declaration).toMatchObject({ notesAreNegative: true, exportsWithFreight: false });
  const { declaration, encoding } = await order({ notes: 'positive', codes: '32', names: 'accents' });
  expect(declaration).toMatchObject({ notesAreNegative: false, codesWithoutHyphens: true });
  expect(encoding).toBe('windows-1252');
});

it('refuses a word that is none', async () => {
  await expect(order({ codes: '36 ' })).rejects.toThrow(new UsageFailure('--codes is 36 or 32, not 36 .'));
});
