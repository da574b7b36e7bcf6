import type { Claim, ClaimRequest } from '../operations/ports.ts';
import type { ClaimBatch } from './claim.ts';

interface Waiting {
  readonly request: ClaimRequest;
  readonly resolve: (claim: Claim) => void;
  readonly reject: (error: unknown) => void;
}

/** Documents claimed in one transaction at the most. */
const BATCH_LIMIT = 64;

/** Claims in one transaction; the answers come in the order of the requests. */
export type ClaimTogether = (batch: ClaimBatch) => Promise<readonly Claim[]>;

/**
 * Group commit: the claims of one company that wait while a transaction of that company is under way share the next
 * one, so that a hot company pays one flush for many documents. When a shared transaction fails, each claim is tried
 * alone, so that one bad request does not fail its neighbours.
 */
export function createClaimBatches(claimTogether: ClaimTogether): (request: ClaimRequest) => Promise<Claim> {
  const queues = new Map<string, Waiting[]>();

  async function drain(companyId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await claimBatch(claimTogether, companyId, queue.splice(0, BATCH_LIMIT));
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

async function claimBatch(
  claimTogether: ClaimTogether,
  companyId: string,
  batch: readonly Waiting[],
): Promise<void> {
  const requests = batch.map((waiting) => waiting.request);
  try {
    answer(batch, await claimTogether({ companyId, requests }));
  } catch (error) {
    if (batch.length === 1) for (const waiting of batch) waiting.reject(error);
    else await Promise.all(batch.map((waiting) => claimBatch(claimTogether, companyId, [waiting])));
  }
}

function answer(waiting: readonly Waiting[], claims: readonly Claim[]): void {
  for (const [index, one] of waiting.entries()) {
    const claim = claims[index];
    if (claim === undefined) one.reject(new Error('a claim was left unanswered'));
    else one.resolve(claim);
  }
}
