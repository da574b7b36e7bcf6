import type { CompanyReader } from '../background/ports.ts';
import { leaseMs } from '../documents/issuing-context.ts';
import { MOST_TAKINGS, type Resumed, type ResumptionTask } from '../documents/revalidate-document.ts';
import type { InvalidationRecord } from './ports.ts';
import { type InvalidatingContext, submitInvalidation } from './submit-invalidation.ts';

/** What the background work on invalidations needs from outside. */
export interface InvalidationWorkContext extends InvalidatingContext {
  readonly companies: CompanyReader;
}

/**
 * Brings an invalidation without a verdict on, without a client's retry: after silence, and after a node that died.
 * Throws what the database does; the invalidation then comes back by itself.
 */
export async function resumeInvalidation(
  context: InvalidationWorkContext,
  { due, stop }: ResumptionTask,
): Promise<Resumed<{ readonly record: InvalidationRecord }>> {
  const company = await context.companies.company(due.companyId);
  if (company === null) return { kind: 'gone' };
  const lease = { leaseMs: leaseMs(context.times), mostTakings: MOST_TAKINGS };
  const taking = await context.invalidations.take({ ...due, ...lease });
  if (taking.kind === 'put_aside') context.log.warn('invalidation_put_aside', { ...due });
  if (taking.kind !== 'held') return taking;
  const { held } = taking;
  const account = { companyId: due.companyId, ambiente: held.ambiente, nit: company.nit };
  const deadline = context.clock.monotonic() + context.times.requestBudgetMs;
  return submitInvalidation(context, { invalidation: held, account, deadline, stop });
}
