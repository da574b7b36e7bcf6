import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { seriesOf } from '../../core/identifiers/official.ts';
import type {
  ClaimRequest,
  Clock,
  DocumentStore,
  HeldDocument,
  Lease,
  NewAttempt,
  Verdict,
} from '../../operations/documents/ports.ts';
import { releaseSoon } from '../connection/let-go.ts';
import { adjustedColumns } from '../documents/numbering.ts';
import { storedClass } from '../documents/stored-class.ts';
import type { Journal } from './journal.ts';
import type { JournalDocument, JournalEntry } from './lines.ts';

/**
 * The store of a node that writes down what it does. Before the first byte of a document leaves, and before its caller
 * is told of it, what it takes to put the document back has been handed to the operating system; that goes on beside the
 * database's own work, so that nobody waits longer for it; only
 * the line of a resend has what the database answers, and follows it. Where it cannot be written, nothing gets a number.
 */
export function journaled(
  store: DocumentStore,
  journal: Journal,
  { now }: Pick<Clock, 'now'>,
): DocumentStore {
  const lineOf = ({ companyId, documentId, fence }: Lease, entry: JournalEntry) => ({
    atMs: now(),
    companyId,
    documentId,
    fence,
    entry,
  });
  const beside = async <T>(lease: Lease, entry: JournalEntry, work: T | Promise<T>): Promise<T> => {
    const writing = journal.write(lineOf(lease, entry)).catch(givenUp(store, lease));
    return (await Promise.all([work, writing]))[0];
  };
  const noteDocument = (document: HeldDocument, claimed: JournalDocument['claimed']) => {
    const { record, draft, lease } = document;
    journal.note(lineOf(lease, { kind: 'document', document: { record, draft, claimed } }));
  };
  return {
    ...store,
    async claim(request) {
      await journal.check();
      const claim = await store.claim(request);
      if (claim.kind === 'held') noteDocument(claim.document, claimedOf(request, claim.document));
      return claim;
    },
    recordAttempt: (lease, attempt, leaseMs) =>
      beside(lease, attemptEntry(attempt, true), store.recordAttempt(lease, attempt, leaseMs)),
    keepUnsent: (lease, attempt) =>
      beside(lease, attemptEntry(attempt, false), store.keepUnsent(lease, attempt)),
    async recordResend(lease, number, leaseMs) {
      const document = await store.recordResend(lease, number, leaseMs);
      if (document === null) return null;
      noteDocument(document, null);
      return beside(lease, resendEntry(document, number), document);
    },
    async closeAttempt(lease, number, outcome) {
      const document = await store.closeAttempt(lease, number, outcome);
      // Only what has happened is told here: bytes that were called absent must not be asked about any less.
      if (document === null) return null;
      journal.note(lineOf(lease, { kind: 'closed', number, outcome }));
      noteDocument(document, null);
      return document;
    },
    async renumber(lease, from) {
      const document = await store.renumber(lease, from);
      if (document === null) return null;
      journal.note(lineOf(lease, { kind: 'renumbered', from, to: document.record.numeroControl }));
      noteDocument(document, null);
      return document;
    },
    settle(lease, verdict) {
      const entry = verdictEntry(verdict);
      const settling = store.settle(lease, verdict);
      return entry === null ? settling : beside(lease, entry, settling);
    },
  };
}

/** A document whose line could not be written goes no further here, and waits for nobody. */
function givenUp({ release }: DocumentStore, lease: Lease): (error: unknown) => never {
  return (error) => {
    releaseSoon(release, lease);
    throw error;
  };
}

function claimedOf(request: ClaimRequest, { record }: HeldDocument): JournalDocument['claimed'] {
  const { prepared, seriesMode, redirect, ownClass } = request;
  const { fiscalYear } = fiscalTime(record.postedMs);
  return {
    fiscalYear,
    scope: seriesOf(seriesMode, fiscalYear, record).scope,
    adjusts: prepared.adjusts?.ccfId ?? null,
    adjusted: adjustedColumns(prepared),
    redirectEmail: redirect?.email ?? null,
    redirectWhatsapp: redirect?.whatsapp ?? null,
    incomeClass: ownClass === undefined ? null : (storedClass(ownClass) ?? null),
  };
}

function attemptEntry(attempt: NewAttempt, sent: boolean): JournalEntry {
  return { kind: 'attempt', sent, ...attempt };
}

/** The bytes once more: the node that recorded them may have died with the lines that tell of them. */
function resendEntry({ attempts, contingency }: HeldDocument, number: number): JournalEntry {
  const attempt = attempts.find((one) => one.number === number);
  if (attempt === undefined) return { kind: 'resend', number };
  const { codigoGeneracion, payloadHash, jws, formal } = attempt;
  const contingencia = formal ? contingency.declared : null;
  return attemptEntry({ number, codigoGeneracion, payloadHash, jws, contingencia }, true);
}

/** Null for silence, and for a rejection in doubt, of which the attempts tell. */
function verdictEntry(verdict: Verdict): JournalEntry | null {
  if (verdict.kind === 'silence' || verdict.kind === 'doubted') return null;
  const { attempt: number, raw } = verdict;
  const { status, body } = raw;
  return verdict.kind === 'stamped'
    ? { kind: 'stamped', number, stamp: verdict.stamp, status, body }
    : { kind: 'rejected', number, rejection: verdict.rejection, status, body };
}
