import type { FastifyRequest } from 'fastify';
import { parsePeriod } from '../core/declaring/period.ts';
import type { CompanyMonth } from '../operations/declarations/ports.ts';
import { callerOf } from './visit.ts';

/** The month that the address names, of the caller's company; null for what is no month. */
export function monthAsked(
  request: FastifyRequest<{ Params: { readonly month: string } }>,
): CompanyMonth | null {
  const period = parsePeriod(request.params.month);
  const { companyId, company } = callerOf(request);
  return period && { companyId, ambiente: company.ambiente, period };
}
