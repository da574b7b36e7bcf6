import type { Period } from '../../../core/declaring/period.ts';
import { monthOrder } from '../../../operations/declarations/closings.ts';
import type { Criteria } from '../../../operations/declarations/criteria-words.ts';
import type { MonthOrder } from '../../../operations/declarations/declared-documents.ts';
import type { Fields } from '../../form.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { criteriaIn } from './criteria.ts';

/** The files of a month as somebody wants them: what is not chosen is as the month was closed last, or as the manual has it. */
export async function orderFor(
  parts: ConsoleParts,
  { companyId }: CompanyVisit,
  { period, chosen }: { readonly period: Period; readonly chosen: Fields },
): Promise<MonthOrder> {
  const { company } = await parts.own.company.file(companyId);
  const decide = (before: Criteria) => criteriaIn(chosen, before);
  return monthOrder(
    parts.reading.months,
    { companyId, company },
    { period, madeMs: parts.clock.now(), decide },
  );
}
