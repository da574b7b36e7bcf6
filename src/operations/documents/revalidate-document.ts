import { contingenciaOf } from '../../core/dte/contingencia.ts';
import type { CompanyReader, DueDocument, TakeRequest, WorkStore } from '../background/ports.ts';
import { type Ended, leaseMs } from '../sending/send.ts';
import type { IssuingContext, IssuingTimes } from './issuing-context.ts';
import { type SettledDocument, submitDocument } from './submit-document.ts';

/** What the background work needs from outside. */
export interface WorkContext extends IssuingContext {
  readonly work: WorkStore;
  readonly companies: CompanyReader;
}

/** How the background's run over something due ended. */
export type Resumed<Settled> =
  | Ended<Settled>
  | { readonly kind: 'put_aside' }
  /** Somebody else has it, it is no longer due, or its company is none of this node's. */
  | { readonly kind: 'gone' };

/** Runs without an orderly end, each a crash or a broken rule, after which what is due is put aside. */
export const MOST_TAKINGS = 10;

export interface ResumptionTask {
  readonly due: DueDocument;
  /** Once aborted, the run starts nothing new and hands over what it holds. */
  readonly stop: Pick<AbortSignal, 'aborted'>;
}

/**
 * Brings a document that waits without a verdict on by the same protocol as a request does, without a client's retry
 * (specification 1.7): after silence, after a node that died, after a number that was never used. Throws what the
 * database does; the document then comes back by itself.
 */
export async function revalidateDocument(
  context: WorkContext,
  { due, stop, early = false }: ResumptionTask & Pick<TakeRequest, 'early'>,
): Promise<Resumed<SettledDocument>> {
  const company = await context.companies.company(due.companyId);
  if (company === null) return { kind: 'gone' };
  const lease = { leaseMs: leaseMs(context.times), mostTakings: MOST_TAKINGS };
  const taking = await context.work.take({ ...due, ...lease, early });
  if (taking.kind === 'gone') return taking;
  if (taking.kind === 'put_aside') {
    context.log.warn('document_put_aside', { ...due, numeroControl: taking.record.numeroControl });
    return { kind: 'put_aside' };
  }
  const document = taking.held;
  const { ambiente } = document.record;
  const account = { companyId: due.companyId, ambiente, nit: company.nit };
  const deadline = context.clock.monotonic() + context.times.requestBudgetMs;
  return submitDocument(context, {
    document,
    account,
    deadline,
    stop,
    contingencia: contingenciaOf(company.contingency),
  });
}

/** How long after the authority's return what waits of a company comes back. */
const WAKE_MS = 60_000;

/** The time over which whatever waits for the authority comes back once it answers, in milliseconds. */
export function wakeWithinMs({ quarantineMs }: Pick<IssuingTimes, 'quarantineMs'>): number {
  return Math.min(WAKE_MS, quarantineMs / 15);
}
