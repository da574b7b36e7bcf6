import type { CompanyClasses } from '../../core/declaring/given-class.ts';
import { USUAL_CRITERIA } from './criteria-words.ts';
import type { ClosingCriteria, CompanyMonth, MonthArchive } from './month-ports.ts';

/**
 * How a month is declared where nobody says otherwise: as it was closed last, so that neither an amendment nor a change of
 * the company's rules turns what was presented into something else; as the manual and the company have it where the month
 * is open.
 */
export async function criteriaFor(
  months: Pick<MonthArchive, 'closings'>,
  month: CompanyMonth,
  { incomeClasses }: { readonly incomeClasses: CompanyClasses },
): Promise<ClosingCriteria> {
  const [last] = await months.closings(month);
  return last?.criteria ?? { ...USUAL_CRITERIA, classes: incomeClasses };
}
