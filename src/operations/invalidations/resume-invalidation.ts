import type { AuthorityAccount } from '../authority/ports.ts';
import type { CompanyReader, DueDocument } from '../background/ports.ts';
import { leaseMs } from '../documents/issuing-context.ts';
import { MOST_TAKINGS, wakeWithinMs } from '../documents/revalidate-document.ts';
import {
  type InvalidatingContext,
  type SubmittedInvalidation,
  submitInvalidation,
} from './submit-invalidation.ts';

/** What the background work on invalidations needs from outside. */
export interface InvalidationWorkContext extends InvalidatingContext {
  readonly companies: CompanyReader;
}

/** How the background's run over one invalidation ended. */
export type ResumedInvalidation =
  | SubmittedInvalidation
  | { readonly kind: 'put_aside' }
  /** Somebody else has it, it is no longer due, or its company is none of this node's. */
  | { readonly kind: 'gone' };

export interface ResumptionTask {
  readonly due: DueDocument;
  /** Once aborted, the run starts nothing new and hands the invalidation over. */
  readonly stop: Pick<AbortSignal, 'aborted'>;
}

/**
 * Brings an invalidation without a verdict on, without a client's retry: after silence, and after a node that died.
 * Throws what the database does; the invalidation then comes back by itself.
 */
export async function resumeInvalidation(
  context: InvalidationWorkContext,
  { due, stop }: ResumptionTask,
): Promise<ResumedInvalidation> {
  const company = await context.companies.company(due.companyId);
  if (company === null) return { kind: 'gone' };
  const lease = { leaseMs: leaseMs(context.times), mostTakings: MOST_TAKINGS };
  const taking = await context.invalidations.take({ ...due, ...lease });
  if (taking.kind === 'put_aside') context.log.warn('invalidation_put_aside', { ...due });
  if (taking.kind !== 'held') return taking;
  const { invalidation } = taking;
  const account = { companyId: due.companyId, ambiente: invalidation.ambiente, nit: company.nit };
  const deadline = context.clock.monotonic() + context.times.requestBudgetMs;
  const submitted = await submitInvalidation(context, { invalidation, account, deadline, stop });
  if (submitted.kind === 'signing_failed') {
    const { failure, reason } = submitted;
    context.log.warn('signing_failed', { ...due, failure, reason });
  }
  return submitted;
}

/** The authority answers the account again: its waiting invalidations need not sit out their pauses. */
export function wakeInvalidations(
  { invalidations, times }: InvalidationWorkContext,
  { companyId, ambiente }: AuthorityAccount,
): Promise<void> {
  return invalidations.wake(companyId, ambiente, wakeWithinMs(times));
}
