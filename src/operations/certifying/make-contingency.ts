import type { Contingencia } from '../../core/dte/contingencia.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import type { ContingencyContext } from '../contingencies/report-contingency.ts';
import { type IssueRequest, issueDocument } from '../documents/issue-document.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import { MOST_TAKINGS } from '../documents/revalidate-document.ts';
import { submitDocument } from '../documents/submit-document.ts';
import { leaseMs } from '../sending/send.ts';

/**
 * Issues a document of the test environment in contingency on purpose: numbered and signed as while the authority does not
 * answer, and formal at once. It needs no quarantine, because nothing of it was ever sent; a document of which something may have
 * been stays what it is. Throws RangeError for a company of production.
 */
export async function issueInContingency(
  context: ContingencyContext,
  request: IssueRequest,
  contingencia: Contingencia,
): Promise<Refusal | null> {
  if (request.issuer.company.ambiente !== '00')
    throw new RangeError('a contingency is made on purpose in the test environment alone');
  const silent = { ...context, breaker: { ...context.breaker, isOpen: () => true } };
  const outcome = await issueDocument(silent, request);
  if (outcome.kind === 'refused') return outcome;
  const { documentId, state } = outcome.record;
  if (state === 'contingency') await makeFormal(silent, { ...request.issuer, documentId }, contingencia);
  return null;
}

interface Named extends IssuingCompany {
  readonly documentId: DocumentId;
}

async function makeFormal(
  context: ContingencyContext,
  { companyId, company, documentId }: Named,
  contingencia: Contingencia,
): Promise<void> {
  const { store, work, clock } = context;
  const times = { ...context.times, quarantineMs: 0 };
  const request = { companyId, documentId, leaseMs: leaseMs(times), mostTakings: MOST_TAKINGS, early: true };
  const taking = await work.take(request);
  if (taking.kind !== 'held') return;
  const { held } = taking;
  if (held.attempts.some(({ sends, outcome }) => sends > 0 || outcome !== 'not_delivered'))
    return store.release(held.lease, 0);
  const account = { companyId, ambiente: company.ambiente, nit: company.nit };
  const deadline = clock.monotonic() + times.requestBudgetMs;
  const document = { ...held, quarantineMs: 0 };
  await submitDocument({ ...context, times }, { document, account, deadline, contingencia });
}
