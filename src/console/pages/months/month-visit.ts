import type { FastifyReply } from 'fastify';
import { type Period, parsePeriod, periodText } from '../../../core/declaring/period.ts';
import { monthOrder } from '../../../operations/declarations/closings.ts';
import type { Criteria } from '../../../operations/declarations/criteria-words.ts';
import type { MonthOrder } from '../../../operations/declarations/declared-documents.ts';
import type { CompanyMonth } from '../../../operations/declarations/ports.ts';
import type { Fields } from '../../form.ts';
import type { Answer, Handler } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { criteriaIn } from './criteria.ts';

/** Answers about the month that the address names, and that there is no page where it names none. */
export function ofMonth(
  work: (
    parts: ConsoleParts,
    visit: CompanyVisit,
    period: Period,
    reply: FastifyReply,
  ) => Answer | Promise<Answer>,
): Handler<CompanyVisit> {
  return (parts, visit, reply) => {
    const period = parsePeriod(visit.params['mes'] ?? '');
    return period === null ? 'not_found' : work(parts, visit, period, reply);
  };
}

/** That month of the company whose page it is. */
export function monthOf({ companyId, company: { ambiente } }: CompanyVisit, period: Period): CompanyMonth {
  return { companyId, ambiente, period };
}

/** The page of a month, below the company's pages. */
export function pathOf(period: Period): string {
  return `/meses/${periodText(period)}`;
}

/** The files of a month as somebody wants them: what is not chosen is as the month was closed last, or as the manual has it. */
export async function orderFor(
  { own, desk, clock }: ConsoleParts,
  { companyId }: CompanyVisit,
  { period, chosen }: { readonly period: Period; readonly chosen: Fields },
): Promise<MonthOrder> {
  const { company } = await own.company.file(companyId);
  const decide = (before: Criteria) => criteriaIn(chosen, before);
  return monthOrder(desk.months, { companyId, company }, { period, madeMs: clock.now(), decide });
}
