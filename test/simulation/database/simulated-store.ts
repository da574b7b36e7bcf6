import type { Contingencia } from '../../../src/core/dte/contingencia.ts';
import type { Attempt } from '../../../src/core/submitting/attempt.ts';
import { DOCUMENT, nextState, OPEN_STATES, statesBefore } from '../../../src/core/submitting/states.ts';
import type {
  Claim,
  ClaimRequest,
  DocumentRecord,
  DocumentStore,
  HeldDocument,
  Lease,
  Settled,
} from '../../../src/operations/documents/ports.ts';
import { createGathering } from '../../../src/storage/connection/gathering.ts';
import { UnansweredCommit } from '../../../src/storage/connection/transaction.ts';
import { inState } from '../../support/in-state.ts';
import { applyWanted, changeAttempt, countResend, insertAttempt, isRecorded, markSent } from './attempts.ts';
import { type ClaimPlace, claim, type Numbering, numberNew } from './claim.ts';
import { refuseStanding } from './clock.ts';
import { type Connected, inTransaction } from './connected.ts';
import { released, settledAs } from './leased-rows.ts';
import { renumber } from './renumber.ts';
import { settle } from './settle.ts';
import {
  attemptsOf,
  type DocumentRow,
  findDocument,
  keyOf,
  putDocument,
  stampedForGood,
  type Transaction,
  toHeld,
  toldRecord,
} from './tables.ts';

/** The port of the documents over tables in memory, as PostgreSQL carries it out. `clock` is the node's. */
export function createSimulatedStore(connected: Connected): DocumentStore {
  const { database } = connected;
  const read = <T>(what: string, work: () => T) => connected.session.run(what, work);
  return {
    claim: claimsOf(connected),
    ...sharedMethods(connected),
    ...attemptMethods(connected),
    ...leaseMethods(connected),
    versions: (companyId, documentId) =>
      read('versions', () =>
        attemptsOf(database.tables, keyOf(companyId, documentId)).map(
          ({ number, codigoGeneracion, firstSentMs, outcome, givenUp, payloadHash }) => ({
            number,
            codigoGeneracion,
            firstSentMs:
              firstSentMs === null || outcome === 'not_delivered' ? null : database.wallMs(firstSentMs),
            givenUp: givenUp !== null,
            payloadHash,
            outcome,
          }),
        ),
      ),
    stampedForGood: (account) =>
      read('stampedForGood', () => {
        const record = stampedForGood(database.tables, account)?.record;
        return record === undefined
          ? null
          : {
              tipoDte: record.tipoDte,
              generation: record.generation,
              codigoGeneracion: record.codigoGeneracion,
            };
      }),
    find: (companyId, idOrRef) =>
      read('find', () => toldOf(findDocument(database.tables, companyId, idOrRef))),
    findByReference: (companyId, reference) =>
      read('findByReference', () => {
        const { documents, references } = database.tables;
        return toldOf(documents.get(references.get(keyOf(companyId, reference)) ?? ''));
      }),
    signedBytes: (companyId, documentId) =>
      read('signedBytes', () => {
        const attempts = attemptsOf(database.tables, keyOf(companyId, documentId));
        const chosen = attempts.find(({ outcome }) => outcome === 'stamped') ?? attempts.at(-1);
        return chosen === undefined ? null : { jws: chosen.jws, answer: chosen.answer };
      }),
  };
}

function toldOf(row: DocumentRow | undefined): DocumentRecord | null {
  return row === undefined ? null : toldRecord(row);
}

/** Documents of one phase in one transaction at the most, and transactions of it at a time, as the service has them. */
const TOGETHER = { mostItems: 32, lanes: 1 };
const CLAIMS = 3;

/** What is new is numbered together with what waits; what exists is claimed by itself, as is what nobody answered for. */
function claimsOf({ database, clock, session }: Connected): DocumentStore['claim'] {
  const { rules } = database;
  const refuse = () => refuseStanding(database, clock);
  const claiming = <T>(requests: readonly ClaimRequest[], work: (place: ClaimPlace) => T) => {
    const what = `claim of ${requests.map(({ externalRef }) => externalRef).join(', ')}`;
    return inTransaction({ database, session }, what, (transaction) => work({ transaction, rules, refuse }));
  };
  const number = createGathering({
    ...TOGETHER,
    carryOut(requests: readonly ClaimRequest[]) {
      const nowMs = clock.now();
      const read = { ...clock, now: () => nowMs };
      return claiming(requests, (place) => requests.map((one) => numberNew(place, one, read)));
    },
  });
  const locked = async (request: ClaimRequest, attempt = 1): Promise<Claim> => {
    try {
      return await claiming([request], (place) => claim(place, request, clock));
    } catch (error) {
      if (attempt === CLAIMS || !(error instanceof UnansweredCommit)) throw error;
      return locked(request, attempt + 1);
    }
  };
  return async (request) => {
    if (request.prepared.adjusts?.seen === null) return locked(request);
    const numbering = await number(request).catch(doubtful);
    if (numbering.kind === 'numbered') return { kind: 'held', document: numbering.document };
    if (numbering.kind === 'doubtful') return locked(request);
    const { row } = numbering;
    if (row.record.tipoDte !== request.prepared.tipoDte)
      return { kind: 'doc_type_changed', issued: row.record.tipoDte };
    return rules.isFinal(row) ? { kind: 'stamped', record: row.record } : locked(request);
  };
}

function doubtful(error: unknown): Numbering {
  if (error instanceof UnansweredCommit) return { kind: 'doubtful' };
  throw error;
}

type SharedMethods = Pick<DocumentStore, 'recordAttempt' | 'settle'>;
type AttemptMethods = Pick<
  DocumentStore,
  'keepUnsent' | 'recordResend' | 'closeAttempt' | 'codesAsked' | 'renumber'
>;
type LeaseMethods = Pick<DocumentStore, 'renew' | 'release'>;

/** What lease holders write who share their transaction with whoever waits at the same moment. */
function sharedMethods(connected: Connected): SharedMethods {
  const { rules } = connected.database;
  const write = writesOf(connected);
  const together = <T>(what: string) =>
    createGathering({
      ...TOGETHER,
      carryOut(writings: readonly SharedWriting<T>[], failure) {
        const again = failure instanceof UnansweredCommit;
        const tried = writings.map(({ lease, work }) => ({ lease, work: work(again) }));
        return write(`${what} of ${writings.length}`, tried);
      },
    });
  const record = together<Omit<Attempt, 'lastSentMs'> | null>('recordAttempt');
  const settled = together<Settled | null>('settle');
  return {
    async recordAttempt(lease, { contingencia, ...bytes }, leaseMs) {
      const recorded = await record({
        lease,
        work: (again) => (transaction, row) => {
          const sent = markSent(transaction, row, leaseMs);
          if (sent === null) return null;
          if (!(again && isRecorded(transaction, sent, bytes)))
            insertAttempt(transaction, sent, { ...bytes, contingencia, sent: true });
          return { ...bytes, outcome: 'unknown', sends: 1, formal: contingencia !== null };
        },
      });
      return recorded === null ? null : { ...recorded, lastSentMs: connected.clock.monotonic() };
    },
    settle: (lease, verdict) =>
      settled({ lease, work: () => (transaction, row) => settle(transaction, { row, rules }, verdict) }),
  };
}

/** The document with what it declares; null where the state table does not let it become formal. */
function formalized(row: DocumentRow, declared: Contingencia | null): DocumentRow | null {
  if (declared === null || row.declared !== null) return row;
  const state = nextState(DOCUMENT, row.record.state, 'formalize');
  return state === null ? null : { ...row, declared, record: inState(row.record, state) };
}

/** What a lease holder writes about bytes. */
function attemptMethods(connected: Connected): AttemptMethods {
  const { clock, database } = connected;
  const write = writesOf(connected);
  const held = async (
    what: string,
    lease: Lease,
    work: (transaction: Transaction, row: DocumentRow) => DocumentRow | null,
  ): Promise<HeldDocument | null> => {
    const seen = (transaction: Transaction, row: DocumentRow) => {
      const changed = work(transaction, row);
      return (
        changed && toHeld(transaction, changed, { monotonicMs: clock.monotonic(), rules: database.rules })
      );
    };
    const [document = null] = await write(what, [{ lease, work: seen }]);
    return document;
  };
  return {
    keepUnsent: (lease, attempt) =>
      held(`keepUnsent ${attempt.number}`, lease, (transaction, row) => {
        if (!statesBefore(DOCUMENT, 'send').includes(row.record.state)) return null;
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
    // These worlds forget nothing.
    codesAsked: (lease) => held('codesAsked', lease, (_, row) => row),
    renumber: (lease, from) =>
      held('renumber', lease, (transaction, row) => {
        const document = renumber(transaction, { row, from, rules: database.rules });
        if (document !== null) refuseStanding(database, clock);
        return document;
      }),
    closeAttempt: (lease, number, outcome) =>
      held(`closeAttempt ${number} ${outcome}`, lease, (transaction, row) => {
        changeAttempt(transaction, row, { number, change: settledAs(outcome) });
        return applyWanted(transaction, row);
      }),
  };
}

/** How a lease holder goes on, and ends. */
function leaseMethods(connected: Connected): LeaseMethods {
  const write = writesOf(connected);
  const change = async (
    what: string,
    lease: Lease,
    after: (row: DocumentRow, nowMs: number) => DocumentRow,
  ): Promise<boolean> => {
    const work = (transaction: Transaction, row: DocumentRow) => {
      if (!OPEN_STATES.includes(row.record.state)) return false;
      putDocument(transaction, after(row, transaction.nowMs));
      return true;
    };
    const [written] = await write(what, [{ lease, work }]);
    return written === true;
  };
  return {
    renew: (lease, leaseMs) =>
      change('renew', lease, (row, nowMs) => ({ ...row, leaseUntilMs: nowMs + leaseMs })),
    release: async (lease, retryMs) =>
      void (await change('release', lease, (row, nowMs) => released(row, nowMs, retryMs))),
  };
}

/** What a lease holder does to its document. */
interface Writing<T> {
  readonly lease: Lease;
  readonly work: (transaction: Transaction, row: DocumentRow) => T;
}

/** What several share; `again`: nobody heard whether it was carried out before. */
interface SharedWriting<T> {
  readonly lease: Lease;
  readonly work: (again: boolean) => Writing<T>['work'];
}

/** One transaction of lease holders; null, and nothing written, for those whose lease is somebody else's. */
function writesOf(connected: Connected) {
  const { database } = connected;
  const { tables, rules } = database;
  return <T>(what: string, writings: readonly Writing<T>[]): Promise<readonly (T | null)[]> =>
    inTransaction(connected, what, (transaction) =>
      writings.map(({ lease, work }) => {
        const row = tables.documents.get(keyOf(lease.companyId, lease.documentId));
        if (row === undefined || !rules.holds(row, lease.fence)) return null;
        const result = work(transaction, row);
        database.onWrite?.(lease, row);
        return result;
      }),
    );
}
