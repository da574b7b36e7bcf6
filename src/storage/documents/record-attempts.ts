import type { Attempt } from '../../core/submitting/attempt.ts';
import { DOCUMENT, stateAfter, statesBefore } from '../../core/submitting/states.ts';
import type { Lease, NewAttempt } from '../../operations/documents/ports.ts';
import { callPhase, type PhaseItem } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { jwsHash } from './document-rows.ts';

/** Signed bytes of which the first is about to leave. */
export interface Sending {
  readonly lease: Lease;
  readonly attempt: NewAttempt;
  readonly leaseMs: number;
  /** No answer told whether this very call was carried out before: what it recorded then counts, as nothing was sent. */
  readonly again: boolean;
}

const PHASE = { name: 'record_attempts' };

/**
 * Phase 3: commits the bytes of several documents as `unknown` and renews their leases, all in one transaction. Null for
 * those whose lease is no longer theirs. `monotonic` reads the node's clock, which the attempts' instants are on.
 */
export async function recordAttempts(
  pool: Pool,
  sendings: readonly Sending[],
  monotonic: () => number,
): Promise<readonly { readonly attempt: Attempt | null }[]> {
  const rows = await callPhase<{ readonly f: number }>(pool, PHASE, sendings.map(itemOf));
  const recorded = new Set(rows.map(({ f }) => f));
  const lastSentMs = monotonic();
  return sendings.map(({ attempt: { contingencia, ...bytes } }, place) => {
    const formal = contingencia !== null;
    const attempt: Attempt = { ...bytes, outcome: 'unknown', sends: 1, lastSentMs, formal };
    return { attempt: recorded.has(place) ? attempt : null };
  });
}

function itemOf({ lease, attempt, leaseMs, again }: Sending): PhaseItem {
  const fields = {
    document_id: lease.documentId,
    fence: lease.fence,
    lease_ms: leaseMs,
    state_before: statesBefore(DOCUMENT, 'send'),
    state: stateAfter(DOCUMENT, 'send'),
    attempt: attempt.number,
    generation_code: attempt.codigoGeneracion,
    payload_hash: attempt.payloadHash,
    sha256: jwsHash(attempt.jws).toString('hex'),
    formal: attempt.contingencia !== null,
    again,
  };
  return { companyId: lease.companyId, fields, text: attempt.jws };
}
