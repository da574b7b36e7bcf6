import { expect, it } from 'vitest';
import { exampleClosing, NOVEMBER } from '../../../test/support/declared-month.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { closingWith, monthOrder, versionsAt } from './closings.ts';
import { type Criteria, USUAL_CRITERIA } from './criteria-words.ts';
import type { Closing } from './month-ports.ts';

const NAME = 'anexo01-2026-11.csv';
const FIRST = exampleClosing({ files: [{ name: NAME, bytes: 3, sha256: 'ab' }] });
const SECOND = exampleClosing({ closingId: 'dos', version: 2 });
const CLOSINGS = [SECOND, FIRST];

it('is declared as the manual and the company have it while it is open, and then as in its last version', async () => {
  const company = exampleCompany();
  const shown: Criteria[] = [];
  const decide = (before: Criteria) => {
    shown.push(before);
    return { ...before, codesWithoutHyphens: true };
  };
  const from = async (...closings: readonly Closing[]) => {
    const months = { closings: async () => closings };
    const order = { period: NOVEMBER, madeMs: 7, decide };
    return monthOrder(months, { companyId: 'c', company }, order);
  };
  expect(await from()).toMatchObject({
    declaration: { companyId: 'c', period: NOVEMBER, codesWithoutHyphens: true, notesAreNegative: false },
    declarer: company,
    encoding: 'plain',
    madeMs: 7,
  });
  const classes = { ...NO_CLASSES, sale: { ...NO_CLASS, incomeType: 4 } };
  const last = { ...SECOND, criteria: { ...USUAL_CRITERIA, notesAreNegative: true, classes } };
  const { declaration } = await from(last, FIRST);
  expect(declaration).toMatchObject({ codesWithoutHyphens: true, notesAreNegative: true, classes });
  expect(shown).toEqual([USUAL_CRITERIA, { ...USUAL_CRITERIA, notesAreNegative: true }]);
});

it('has the classes of the company while it is open', async () => {
  const company = {
    ...exampleCompany(),
    incomeClasses: { ...NO_CLASSES, sale: { ...NO_CLASS, incomeType: 2 } },
  };
  const months = { closings: async () => [] };
  const order = { period: NOVEMBER, madeMs: 0, decide: (before: Criteria) => before };
  const { declaration } = await monthOrder(months, { companyId: 'c', company }, order);
  expect(declaration.classes).toBe(company.incomeClasses);
});

it('is found by its version and its name, and nothing by half of them', () => {
  expect(closingWith(CLOSINGS, { version: '1', name: NAME })).toBe(FIRST);
  for (const asked of [
    { version: '2', name: NAME },
    { version: '1', name: 'x.csv' },
    { version: '01', name: NAME },
    { version: '', name: NAME },
  ])
    expect(closingWith(CLOSINGS, asked)).toBe(null);
});

it('is compared with the version before it, and the first with none', () => {
  expect(versionsAt(CLOSINGS, '2')).toEqual({ former: FIRST, closing: SECOND });
  for (const version of ['1', '3', '02', '']) expect(versionsAt(CLOSINGS, version)).toBe(null);
});
