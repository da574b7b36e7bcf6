import type { FastifyReply } from 'fastify';
import { type Period, parsePeriod } from '../../../core/declaring/period.ts';
import type { CompanyMonth } from '../../../operations/declarations/month-ports.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import type { Answer } from '../../page.ts';
import type { CompanyVisit } from '../../visit.ts';

/** A month that a page is asked about, and where its answer goes. */
export interface AskedMonth {
  readonly period: Period;
  readonly reply: FastifyReply;
}

/** Answers about the month that the address names, and that there is no page where it names none. */
export function withMonth(
  visit: CompanyVisit,
  reply: FastifyReply,
  work: (asked: AskedMonth) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const period = parsePeriod(visit.params['mes'] ?? '');
  return period === null ? sendTrouble(reply, 'not_found') : work({ period, reply });
}

/** That month of the company whose page it is. */
export function monthOf({ companyId, company: { ambiente } }: CompanyVisit, period: Period): CompanyMonth {
  return { companyId, ambiente, period };
}
