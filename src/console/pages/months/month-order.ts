import type { Period } from '../../../core/declaring/period.ts';
import type { MonthOrder } from '../../../operations/declarations/declared-files.ts';
import { criteriaFor } from '../../../operations/declarations/month-criteria.ts';
import type { Fields } from '../../form.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { criteriaIn } from './criteria.ts';
import { monthOf } from './month-visit.ts';

/** The files of a month as somebody wants them: what is not chosen is as the month was closed last, or as the manual has it. */
export async function orderFor(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { period, chosen }: { readonly period: Period; readonly chosen: Fields },
): Promise<MonthOrder> {
  const { company } = await parts.own.company.file(visit.companyId);
  const month = monthOf(visit, period);
  const { classes, ...before } = await criteriaFor(parts.reading.months, month, company);
  const { encoding, ...decided } = criteriaIn(chosen, before);
  return {
    declaration: { ...month, classes, ...decided },
    declarer: company,
    encoding,
    madeMs: parts.clock.now(),
  };
}
