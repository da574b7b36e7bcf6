import type { CompanyClasses } from '../../core/declaring/given-class.ts';
import type { CompanyMonth, MonthArchive } from './month-ports.ts';

/**
 * How documents of a month are classed that have no codes of their own: as the month was closed last, so that a change of the
 * company's rules changes no closed month; as the company does it where the month is open.
 */
export async function classesFor(
  months: Pick<MonthArchive, 'closings'>,
  month: CompanyMonth,
  { incomeClasses }: { readonly incomeClasses: CompanyClasses },
): Promise<CompanyClasses> {
  const [last] = await months.closings(month);
  return last?.criteria.classes ?? incomeClasses;
}
