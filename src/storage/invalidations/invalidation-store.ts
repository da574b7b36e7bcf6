import { processingTimeMs } from '../../core/calendar/processing-time.ts';
import type {
  HeldInvalidation,
  InvalidationLease,
  InvalidationStore,
  InvalidationSubject,
  InvalidationTaking,
  TakeInvalidation,
} from '../../operations/invalidations/ports.ts';
import { createFailureGuard } from '../connection/let-go.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { readStanding } from '../documents/standing.ts';
import { registerInvalidation } from './invalidation-register.ts';
import {
  INVALIDATION_COLUMNS,
  type InvalidationKey,
  type InvalidationRow,
  readHeld,
  toInvalidation,
} from './invalidation-rows.ts';
import { settleInvalidation } from './invalidation-settle.ts';

/** The invalidations in PostgreSQL; every write of a lease holder is void once the lease is somebody else's. */
export function createInvalidationStore(pool: Pool): InvalidationStore {
  const released = (lease: InvalidationLease, retryMs: number) =>
    inCompany(pool, lease.companyId, (client) => release(client, lease, retryMs));
  const guard = createFailureGuard(released);
  const ofHolder = <T>(lease: InvalidationLease, work: (client: Client) => Promise<T>) =>
    guard(lease, inCompany(pool, lease.companyId, work));
  const held = (lease: InvalidationLease, work: (client: Client) => Promise<boolean>) =>
    ofHolder(
      lease,
      async (client): Promise<HeldInvalidation | null> =>
        (await work(client)) ? readHeld(client, lease) : null,
    );
  return {
    subject: (companyId, documentId) =>
      inCompany(pool, companyId, (client) => readSubject(client, { companyId, documentId })),
    register: (request) =>
      inCompany(pool, request.companyId, (client) => registerInvalidation(client, request)),
    take: (request) => inCompany(pool, request.companyId, (client) => take(client, request)),
    recordAttempt: (lease, jws, leaseMs) =>
      held(lease, async (client) => {
        const kept = await renew(client, lease, leaseMs);
        if (kept) await insertAttempt(client, lease, jws);
        return kept;
      }),
    recordResend: (lease, attempt, leaseMs) =>
      held(lease, async (client) => {
        const kept = await renew(client, lease, leaseMs);
        if (kept) await countResend(client, lease, attempt);
        return kept;
      }),
    renew: (lease, leaseMs) => ofHolder(lease, (client) => renew(client, lease, leaseMs)),
    closeAttempt: (lease) =>
      held(lease, async (client) => {
        const kept = await holds(client, lease);
        if (kept) await closeUndelivered(client, lease);
        return kept;
      }),
    settle: (lease, verdict) => ofHolder(lease, (client) => settleInvalidation(client, lease, verdict)),
    release: released,
    wake: (companyId, ambiente, withinMs) =>
      inCompany(pool, companyId, async (client) => {
        await client.query({
          name: 'wake-invalidations',
          text: `UPDATE invalidations SET next_attempt_at =
                   least(next_attempt_at, clock_timestamp() + random() * $3 * interval '1 ms')
                 WHERE company_id = $1 AND environment = $2 AND next_attempt_at IS NOT NULL`,
          values: [companyId, ambiente, withinMs],
        });
      }),
  };
}

/** The seal's instant is the authority's own word; where it said none, when the seal came to us. */
async function readSubject(client: Client, key: InvalidationKey): Promise<InvalidationSubject | null> {
  const values = [key.companyId, key.documentId];
  const { rows: documents } = await client.query<{
    readonly draft: string;
    readonly processed_at: string | null;
    readonly settled_ms: number | null;
  }>({
    name: 'invalidation-subject',
    text: `SELECT draft, processed_at, (extract(epoch FROM settled_at) * 1000)::float8 AS settled_ms FROM documents
           WHERE company_id = $1 AND document_id = $2`,
    values,
  });
  // Before the invalidation itself: what the standing calls sealed is found sealed.
  const standing = await readStanding(client, key);
  const { rows: invalidations } = await client.query<InvalidationRow>({
    name: 'find-invalidation',
    text: `SELECT ${INVALIDATION_COLUMNS} FROM invalidations i WHERE company_id = $1 AND document_id = $2`,
    values,
  });
  const [document] = documents;
  const [invalidation] = invalidations;
  if (document === undefined) return null;
  const { draft, processed_at: processedAt, settled_ms: settledMs } = document;
  return {
    draft,
    sealedMs: (processedAt === null ? null : processingTimeMs(processedAt)) ?? settledMs,
    standing,
    invalidation: invalidation === undefined ? null : toInvalidation(invalidation),
  };
}

function keyOf({ companyId, documentId, fence }: InvalidationLease, ...others: readonly unknown[]) {
  return [companyId, documentId, fence, ...others];
}

async function renew(client: Client, lease: InvalidationLease, leaseMs: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'renew-invalidation',
    text: `UPDATE invalidations SET lease_until = clock_timestamp() + $4 * interval '1 ms'
           WHERE company_id = $1 AND document_id = $2 AND fence = $3 AND state = 'open'`,
    values: keyOf(lease, leaseMs),
  });
  return rowCount === 1;
}

async function holds(client: Client, lease: InvalidationLease): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'hold-invalidation',
    text: `SELECT 1 FROM invalidations WHERE company_id = $1 AND document_id = $2 AND fence = $3 FOR UPDATE`,
    values: keyOf(lease),
  });
  return rowCount === 1;
}

async function insertAttempt(client: Client, { companyId, documentId }: InvalidationLease, jws: string) {
  await client.query({
    name: 'insert-invalidation-attempt',
    text: `INSERT INTO invalidation_attempts (company_id, document_id, attempt, generation_code, jws, outcome, sends)
           SELECT $1, $2, (SELECT coalesce(max(attempt), 0) + 1 FROM invalidation_attempts
                           WHERE company_id = $1 AND document_id = $2), generation_code, $3, 'unknown', 1
           FROM invalidations WHERE company_id = $1 AND document_id = $2`,
    values: [companyId, documentId, jws],
  });
}

/** Sendings that are known not to have left no longer count. */
async function countResend(
  client: Client,
  { companyId, documentId }: InvalidationLease,
  attempt: number,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'count-invalidation-resend',
    text: `UPDATE invalidation_attempts SET sends = CASE outcome WHEN 'unknown' THEN sends + 1 ELSE 1 END,
             outcome = 'unknown', last_sent_at = clock_timestamp()
           WHERE company_id = $1 AND document_id = $2 AND attempt = $3`,
    values: [companyId, documentId, attempt],
  });
  if (rowCount !== 1) throw new Error(`attempt ${attempt} to invalidate document ${documentId} is missing`);
}

async function closeUndelivered(client: Client, { companyId, documentId }: InvalidationLease) {
  await client.query({
    name: 'close-invalidation-attempt',
    text: `UPDATE invalidation_attempts SET outcome = 'not_delivered'
           WHERE company_id = $1 AND document_id = $2 AND outcome = 'unknown'`,
    values: [companyId, documentId],
  });
}

async function release(client: Client, lease: InvalidationLease, retryMs: number): Promise<void> {
  await client.query({
    name: 'release-invalidation',
    text: `UPDATE invalidations SET lease_until = NULL, tries = tries + 1, takings = 0,
             next_attempt_at = clock_timestamp() + $4 * interval '1 ms'
           WHERE company_id = $1 AND document_id = $2 AND fence = $3 AND state = 'open' AND lease_until IS NOT NULL`,
    values: keyOf(lease, retryMs),
  });
}

/** The next time is set before the work begins: whoever does not come back has it backed off already. */
async function take(client: Client, request: TakeInvalidation): Promise<InvalidationTaking> {
  const { companyId, documentId, leaseMs, mostTakings } = request;
  const { rows } = await client.query<{ readonly takings: number }>({
    name: 'lock-due-invalidation',
    text: `SELECT takings FROM invalidations
           WHERE company_id = $1 AND document_id = $2 AND state = 'open'
             AND coalesce(next_attempt_at, 'infinity') < clock_timestamp()
             AND (lease_until IS NULL OR lease_until <= clock_timestamp())
           FOR UPDATE SKIP LOCKED`,
    values: [companyId, documentId],
  });
  const [due] = rows;
  if (due === undefined) return { kind: 'gone' };
  if (due.takings >= mostTakings) {
    await putAside(client, request);
    return { kind: 'put_aside' };
  }
  await client.query({
    name: 'take-due-invalidation',
    text: `UPDATE invalidations SET fence = fence + 1, takings = takings + 1,
             lease_until = clock_timestamp() + $3 * interval '1 ms',
             next_attempt_at = clock_timestamp() + $3 * interval '1 ms'
                               + least(10 * 2 ^ takings, 600) * interval '1 s'
           WHERE company_id = $1 AND document_id = $2`,
    values: [companyId, documentId, leaseMs],
  });
  return { kind: 'held', invalidation: await readHeld(client, request) };
}

async function putAside(client: Client, { companyId, documentId, mostTakings }: TakeInvalidation) {
  await client.query({
    name: 'put-aside-invalidation',
    text: `UPDATE invalidations SET put_aside_at = clock_timestamp(), next_attempt_at = NULL
           WHERE company_id = $1 AND document_id = $2`,
    values: [companyId, documentId],
  });
  await client.query({
    name: 'note-invalidation-put-aside',
    text: `INSERT INTO audit_events (company_id, document_id, kind, detail)
           VALUES ($1, $2, 'invalidation_put_aside', $3)`,
    values: [companyId, documentId, JSON.stringify({ takings: mostTakings })],
  });
}
