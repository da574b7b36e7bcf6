import { expect, it } from 'vitest';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { USUAL_CRITERIA } from './criteria-words.ts';
import { criteriaFor } from './month-criteria.ts';
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
      ...USUAL_CRITERIA,
      notesAreNegative: version > 1,
      classes: { ...NO_CLASSES, sale: { ...NO_CLASS, incomeType } },
    },
    files: [],
  };
}

it('is declared as the manual and the company have it while it is open, and then as in its last version', async () => {
  const from = (...closings: readonly Closing[]) =>
    criteriaFor({ closings: async () => closings }, MONTH, COMPANY);
  expect(await from()).toEqual({ ...USUAL_CRITERIA, classes: COMPANY.incomeClasses });
  const [last, first] = [closed(2, 4), closed(1, 3)];
  expect(await from(last, first)).toEqual(last.criteria);
});
