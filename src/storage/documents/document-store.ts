import { hash } from 'node:crypto';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Attempt } from '../../core/submitting/attempt.ts';
import { DOCUMENT, stateAfter, statesBefore } from '../../core/submitting/states.ts';
import type { RawAnswer } from '../../operations/authority/ports.ts';
import type { DocumentStore, Lease, NewAttempt, SignedBytes } from '../../operations/documents/ports.ts';
import { callPhase, type PhaseItem, serversOf } from '../connection/function-call.ts';
import { createGatherings } from '../connection/gathering.ts';
import { failedWrite } from '../connection/let-go.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany, UnansweredCommit } from '../connection/transaction.ts';
import { type LogWatch, UNWATCHED } from '../log/log-watch.ts';
import { BYTES_IN } from '../sending/states-in-sql.ts';
import { createAttemptStore } from './attempt-store.ts';
import { createClaims } from './claim.ts';
import { stampedForGood, versionsOf } from './evidence.ts';
import { findByReference, findRecord } from './find-record.ts';
import type { StoreClock } from './numbering.ts';
import { renumber } from './renumber.ts';
import { type Settling, settleDocuments } from './settle.ts';

/** Documents of one phase in one transaction at the most, and transactions of it at a time. */
const TOGETHER = { mostItems: 32, lanes: 1 };

/** Bytes of so many characters are written by themselves, so that they hold no other document up. */
const LARGE_BYTES = 98_304;
const BY_ITSELF = { mostItems: 1, lanes: 2 };

export interface DocumentStoreOptions {
  /** Whether there is a mail server for every company, so that verdicts are to be told to the recipients. */
  readonly installationMails?: boolean;
  /** What the node has seen of the database; without it, nothing outside the database is remembered. */
  readonly watch?: LogWatch;
}

/** The documents in PostgreSQL. `clock` is the node's. */
export function createDocumentStore(
  pool: Pool,
  clock: StoreClock,
  { installationMails = false, watch = UNWATCHED }: DocumentStoreOptions = {},
): DocumentStore {
  const servers = serversOf(pool);
  const serverOf = async ({ lease }: { readonly lease: Lease }) => (await servers.of(lease.companyId)).name;
  // Whoever waited at a server until his company had left it is told only that something went wrong.
  const mayGoWell = async (error: unknown) => error instanceof UnansweredCommit && servers.areMany();
  const carryOutSendings = (sendings: readonly Omit<Sending, 'again'>[], failure: unknown) => {
    const again = failure instanceof UnansweredCommit;
    return recordAttempts(
      pool,
      sendings.map((sending) => ({ ...sending, again })),
      clock.monotonic,
    );
  };
  const record = createGatherings({ ...TOGETHER, carryOut: carryOutSendings, mayGoWell }, serverOf);
  const recordLarge = createGatherings({ ...BY_ITSELF, carryOut: carryOutSendings, mayGoWell }, serverOf);
  const settle = createGatherings(
    {
      ...TOGETHER,
      mayGoWell,
      carryOut: (settlings: readonly Settling[]) => settleDocuments(pool, settlings, installationMails),
    },
    serverOf,
  );
  const attempts = createAttemptStore(pool, clock);
  const guard = <T>(lease: Lease, write: Promise<T>) =>
    write.catch((error: unknown) => failedWrite(attempts.release, lease, error));
  return {
    claim: createClaims(pool, { clock, watch }),
    release: attempts.release,
    keepUnsent: (lease, attempt) => guard(lease, attempts.keepUnsent(lease, attempt)),
    recordResend: (lease, attempt, leaseMs) => guard(lease, attempts.recordResend(lease, attempt, leaseMs)),
    renew: (lease, leaseMs) => guard(lease, attempts.renew(lease, leaseMs)),
    closeAttempt: (lease, attempt, outcome) => guard(lease, attempts.closeAttempt(lease, attempt, outcome)),
    codesAsked: (lease) => guard(lease, attempts.codesAsked(lease)),
    renumber: (lease, from) => guard(lease, renumber(pool, { clock, watch }, { lease, from })),
    async recordAttempt(lease, attempt, leaseMs) {
      const write = attempt.jws.length > LARGE_BYTES ? recordLarge : record;
      return (await guard(lease, write({ lease, attempt, leaseMs }))).attempt;
    },
    settle: async (lease, verdict) => (await guard(lease, settle({ lease, verdict }))).settled,
    versions: (companyId, documentId) => versionsOf(pool, companyId, documentId),
    stampedForGood: (account) => stampedForGood(pool, account),
    find: (companyId, idOrRef) => findRecord(pool, companyId, idOrRef),
    findByReference: (companyId, reference) => findByReference(pool, companyId, reference),
    signedBytes: (companyId, documentId) => signedBytes(pool, companyId, documentId),
  };
}

interface SignedRow {
  readonly jws: string;
  readonly answer_status: number | null;
  readonly answer_body: string | null;
}

function signedBytes(pool: Pool, companyId: string, documentId: DocumentId): Promise<SignedBytes | null> {
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<SignedRow>({
      name: 'signed-bytes',
      text: `SELECT jws, answer_status, answer_body FROM attempts WHERE company_id = $1 AND document_id = $2
             ORDER BY outcome = ${BYTES_IN.stamped} DESC, attempt DESC LIMIT 1`,
      values: [companyId, documentId],
    });
    const [row] = rows;
    return row === undefined ? null : { jws: row.jws, answer: answerOf(row) };
  });
}

function answerOf({ answer_status: status, answer_body: body }: SignedRow): RawAnswer | null {
  return status === null || body === null ? null : { status, body };
}

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
    sha256: hash('sha256', attempt.jws),
    formal: attempt.contingencia !== null,
    again,
  };
  return { companyId: lease.companyId, fields, text: attempt.jws };
}
