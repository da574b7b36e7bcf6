import type { Contingencia } from '../../../src/core/dte/contingencia.ts';
import { parseDocumentId } from '../../../src/core/identifiers/document-id.ts';
import { nextState, statesBefore } from '../../../src/core/issuing/states.ts';
import type { DocumentStore, HeldDocument, Lease } from '../../../src/operations/ports.ts';
import type { StoreClock } from '../../../src/storage/claim.ts';
import { createClaimBatches } from '../../../src/storage/claim-batches.ts';
import { UnansweredCommit } from '../../../src/storage/transaction.ts';
import { applyWanted, changeAttempt, countResend, insertAttempt, markSent } from './attempts.ts';
import { claim } from './claim.ts';
import type { Database } from './rules.ts';
import { settle } from './settle.ts';
import {
  attemptsOf,
  type DocumentRow,
  keyOf,
  putDocument,
  type Transaction,
  toHeld,
  transact,
} from './tables.ts';

/** A node's line to the database. */
export interface Session {
  /** Carries out a transaction sooner or later, with its COMMIT or without, or fails as a line fails. */
  run<T>(what: string, work: (commits: boolean) => T): Promise<T>;
}

/** Answers at once and never fails. */
export const PERFECT_SESSION: Session = { run: async (_what, work) => work(true) };

export interface Connected {
  readonly database: Database;
  readonly clock: StoreClock;
  readonly session: Session;
}

/** The port of the documents over tables in memory, as PostgreSQL carries it out. `clock` is the node's. */
export function createSimulatedStore(connected: Connected): DocumentStore {
  const { database } = connected;
  const read = <T>(what: string, work: () => T) => connected.session.run(what, work);
  return {
    claim: claimsOf(connected),
    ...attemptMethods(connected),
    ...leaseMethods(connected),
    find: (companyId, idOrRef) =>
      read('find', () => {
        const { documents, references } = database.tables;
        const id = parseDocumentId(idOrRef);
        const byId = id === null ? undefined : documents.get(keyOf(companyId, id));
        const row = byId ?? documents.get(references.get(keyOf(companyId, idOrRef)) ?? '');
        return row?.record ?? null;
      }),
    signedBytes: (companyId, documentId) =>
      read('signedBytes', () => {
        const attempts = attemptsOf(database.tables, keyOf(companyId, documentId));
        const chosen = attempts.find(({ outcome }) => outcome === 'stamped') ?? attempts.at(-1);
        return chosen === undefined ? null : { jws: chosen.jws, answer: chosen.answer };
      }),
  };
}

/** The service's own group commit, and its one repetition after an unconfirmed COMMIT. */
function claimsOf({ database, clock, session }: Connected): DocumentStore['claim'] {
  const { tables, rules } = database;
  return createClaimBatches(async ({ requests }) => {
    const what = `claim of ${requests.map(({ externalRef }) => externalRef).join(', ')}`;
    const once = () =>
      session.run(what, (commits) =>
        transact({ tables, commits, nowMs: database.nowMs() }, (transaction) =>
          requests.map((request) => claim({ transaction, rules }, request, clock)),
        ),
      );
    try {
      return await once();
    } catch (error) {
      if (error instanceof UnansweredCommit) return once();
      throw error;
    }
  });
}

type AttemptMethods = Pick<DocumentStore, 'recordAttempt' | 'keepUnsent' | 'recordResend' | 'closeAttempt'>;
type LeaseMethods = Pick<DocumentStore, 'renew' | 'release' | 'settle'>;

/** The document with what it declares; null where the state table does not let it become formal. */
function formalized(row: DocumentRow, declared: Contingencia | null): DocumentRow | null {
  if (declared === null || row.declared !== null) return row;
  const state = nextState(row.record.state, 'formalize');
  return state === null ? null : { ...row, declared, record: { ...row.record, state } };
}

/** What a lease holder writes about bytes. */
function attemptMethods(connected: Connected): AttemptMethods {
  const { clock, database } = connected;
  const { isReported } = database.rules;
  const asHolder = writesOf(connected);
  const held = (
    what: string,
    lease: Lease,
    work: (transaction: Transaction, row: DocumentRow) => DocumentRow | null,
  ): Promise<HeldDocument | null> =>
    asHolder(what, lease, (transaction, row) => {
      const changed = work(transaction, row);
      return changed === null
        ? null
        : toHeld(transaction, changed, { monotonicMs: clock.monotonic(), isReported });
    });
  return {
    recordAttempt: (lease, attempt, leaseMs) =>
      held(`recordAttempt ${attempt.number}`, lease, (transaction, row) => {
        const sent = markSent(transaction, row, leaseMs);
        if (sent !== null) insertAttempt(transaction, sent, { ...attempt, sent: true });
        return sent;
      }),
    keepUnsent: (lease, attempt) =>
      held(`keepUnsent ${attempt.number}`, lease, (transaction, row) => {
        if (!statesBefore('send').includes(row.record.state)) return null;
        const kept = formalized(row, attempt.contingencia);
        if (kept === null) return null;
        putDocument(transaction, kept);
        insertAttempt(transaction, kept, { ...attempt, sent: false });
        return kept;
      }),
    recordResend: (lease, attempt, leaseMs) =>
      held(`recordResend ${attempt}`, lease, (transaction, row) => {
        const sent = markSent(transaction, row, leaseMs);
        if (sent !== null) countResend(transaction, sent, attempt);
        return sent;
      }),
    closeAttempt: (lease, number, outcome) =>
      held(`closeAttempt ${number} ${outcome}`, lease, (transaction, row) => {
        const change = (attempt: Parameters<Parameters<typeof changeAttempt>[2]['change']>[0]) =>
          attempt.outcome === 'unknown' ? { ...attempt, outcome } : null;
        changeAttempt(transaction, row, { number, problem: 'not open', change });
        return applyWanted(transaction, row);
      }),
  };
}

/** How a lease holder goes on, and ends. */
function leaseMethods(connected: Connected): LeaseMethods {
  const asHolder = writesOf(connected);
  return {
    renew: async (lease, leaseMs) =>
      (await asHolder('renew', lease, (transaction, row) => {
        putDocument(transaction, { ...row, leaseUntilMs: transaction.nowMs + leaseMs });
        return true;
      })) ?? false,
    release: async (lease, retryMs) => {
      await asHolder('release', lease, (transaction, row) =>
        putDocument(transaction, {
          ...row,
          leaseUntilMs: null,
          tries: row.tries + 1,
          takings: 0,
          nextAttemptMs: transaction.nowMs + retryMs,
        }),
      );
    },
    settle: (lease, verdict) =>
      asHolder(`settle ${verdict.kind}`, lease, (transaction, row) => settle(transaction, row, verdict)),
  };
}

/** Transactions of a lease holder; null, and nothing written, where the lease is somebody else's. */
function writesOf({ database, session }: Connected) {
  const { tables, rules } = database;
  return <T>(
    what: string,
    lease: Lease,
    work: (transaction: Transaction, row: DocumentRow) => T,
  ): Promise<T | null> =>
    session.run(what, (commits) =>
      transact({ tables, commits, nowMs: database.nowMs() }, (transaction) => {
        const row = tables.documents.get(keyOf(lease.companyId, lease.documentId));
        if (row === undefined || !rules.holds(row, lease.fence)) return null;
        const result = work(transaction, row);
        database.onWrite?.(lease, row);
        return result;
      }),
    );
}
