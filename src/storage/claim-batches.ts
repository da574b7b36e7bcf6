import type { Claim, ClaimRequest } from '../operations/ports.ts';

interface Waiting {
  readonly request: ClaimRequest;
  readonly resolve: (claim: Claim) => void;
  readonly reject: (error: unknown) => void;
}

/** Documents claimed in one transaction at the most. */
const BATCH_LIMIT = 64;

export type ClaimTogether = (
  companyId: string,
  requests: readonly ClaimRequest[],
) => Promise<readonly Claim[]>;

/**
 * Group commit: the claims of one company that wait while a transaction of that company is under way share the next
 * one, so that a hot company pays one flush for many documents. When a shared transaction fails, each claim is tried
 * alone, so that one bad request does not fail its neighbours.
 */
export function createClaimBatches(claimTogether: ClaimTogether): (request: ClaimRequest) => Promise<Claim> {
  const queues = new Map<string, Waiting[]>();

  async function drain(companyId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await claimBatch(claimTogether, queue.splice(0, BATCH_LIMIT));
    queues.delete(companyId);
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject };
      const queue = queues.get(request.companyId);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(request.companyId, started);
      void drain(request.companyId, started);
    });
}

async function claimBatch(claimTogether: ClaimTogether, batch: readonly Waiting[]): Promise<void> {
  // References are locked in one order everywhere, so that two nodes' batches cannot wait for each other.
  const ordered = [...batch].sort((a, b) => (a.request.externalRef < b.request.externalRef ? -1 : 1));
  const [first] = ordered;
  if (first === undefined) return;
  try {
    const requests = ordered.map((waiting) => waiting.request);
    const claims = await claimTogether(first.request.companyId, requests);
    answer(ordered, claims);
  } catch (error) {
    if (ordered.length === 1) first.reject(error);
    else await Promise.all(ordered.map((waiting) => claimBatch(claimTogether, [waiting])));
  }
}

function answer(waiting: readonly Waiting[], claims: readonly Claim[]): void {
  for (const [index, one] of waiting.entries()) {
    const claim = claims[index];
    if (claim === undefined) one.reject(new Error('a claim was left unanswered'));
    else one.resolve(claim);
  }
}
