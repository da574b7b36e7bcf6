import { expect, it } from 'vitest';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { classesFor } from './month-classes.ts';
import type { Closing } from './month-ports.ts';

const MONTH = { companyId: 'c', ambiente: '00', period: { year: 2026, month: 11 } } as const;
const COMPANY = { incomeClasses: { ...NO_CLASSES, sale: { ...NO_CLASS, incomeType: 2 } } };

function closed(version: number, incomeType: number): Closing {
  return {
    closingId: `closing ${version}`,
    period: MONTH.period,
    version,
    closedMs: 0,
    by: 'Ana',
    criteria: {
      notesAreNegative: false,
      exportsWithFreight: false,
      codesWithoutHyphens: false,
      encoding: 'plain',
      classes: { ...NO_CLASSES, sale: { ...NO_CLASS, incomeType } },
    },
    files: [],
  };
}

it('are the company’s while the month is open, and then those of its last version', async () => {
  const from = async (...closings: readonly Closing[]) =>
    (await classesFor({ closings: async () => closings }, MONTH, COMPANY)).sale.incomeType;
  expect(await from()).toBe(2);
  expect(await from(closed(2, 4), closed(1, 3))).toBe(4);
});
