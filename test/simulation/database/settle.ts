import { NUMBER_IN_DOUBT } from '../../../src/core/submitting/doubt.ts';
import { silenceText } from '../../../src/core/submitting/silence-text.ts';
import {
  DOCUMENT,
  type DocumentState,
  type DocumentTrigger,
  nextState,
  statesBefore,
} from '../../../src/core/submitting/states.ts';
import type { Rejection } from '../../../src/operations/authority/ports.ts';
import type {
  DocumentRecord,
  KeptRejection,
  Settled,
  SettledFields,
  Stamping,
  Verdict,
} from '../../../src/operations/documents/ports.ts';
import { changeAttempt } from './attempts.ts';
import { underNumber } from './renumber.ts';
import type { StoreRules } from './rules.ts';
import { standingOf } from './standings.ts';
import {
  type AttemptRow,
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  putAttempts,
  putDocument,
  type Transaction,
  toldRecord,
} from './tables.ts';

const TRIGGERS: Readonly<Record<Verdict['kind'], DocumentTrigger>> = {
  stamped: 'stamp',
  rejected: 'reject',
  doubted: 'doubt',
  silence: 'silence',
};

/** Writes the verdict, closes its attempt and ends the lease; null where the state table knows no such step. */
export function settle(
  transaction: Transaction,
  { row, rules }: { readonly row: DocumentRow; readonly rules: StoreRules },
  verdict: Verdict,
): Settled | null {
  const trigger = TRIGGERS[verdict.kind];
  const state = nextState(DOCUMENT, 'in_flight', trigger);
  if (state === null || !statesBefore(DOCUMENT, trigger).includes(row.record.state)) return null;
  const isOpen = verdict.kind === 'silence' || verdict.kind === 'doubted';
  const keepsWanted = isOpen && !(verdict.kind === 'doubted' && verdict.doubt.about === 'copy');
  const record: DocumentRecord = {
    ...row.record,
    ...wordsOf(transaction, row, verdict),
    ...stampingAfter(verdict, state),
    hasWanted: keepsWanted && row.record.hasWanted,
  };
  const settled = {
    ...row,
    record,
    wanted: keepsWanted ? row.wanted : null,
    doubt: isOpen ? doubtAfter(row, verdict) : null,
    stampedAttempt: verdict.kind === 'stamped' ? verdict.attempt : row.stampedAttempt,
    processedAt: verdict.kind === 'stamped' ? verdict.stamp.fhProcesamiento : row.processedAt,
    settledMs: isOpen ? row.settledMs : transaction.nowMs,
    leaseUntilMs: null,
    nextAttemptMs: isOpen ? transaction.nowMs + verdict.retryMs : null,
    tries: isOpen ? row.tries + 1 : 0,
    takings: 0,
    contingencySinceMs: isOpen ? (row.contingencySinceMs ?? transaction.nowMs) : row.contingencySinceMs,
  };
  putDocument(transaction, verdict.kind === 'stamped' ? asCarried(transaction, settled, verdict) : settled);
  if (verdict.kind === 'doubted' && verdict.doubt.about === 'copy')
    changeAttempt(transaction, row, { number: verdict.doubt.attempt, change: answered });
  if (!isOpen) closeWithVerdict(transaction, row, verdict);
  const { adjusts: documentId } = row;
  const { companyId } = record;
  return {
    fields: settledFields(toldRecord(settled)),
    ccfStanding:
      documentId === null
        ? null
        : standingOf({ ...transaction, rules }, { companyId, documentId, without: null }),
  };
}

function doubtAfter({ doubt }: DocumentRow, verdict: Verdict): KeptRejection | null {
  return verdict.kind === 'doubted' ? verdict.doubt : doubt;
}

/** One sending among several is answered: it counts no longer. */
function answered(attempt: AttemptRow): AttemptRow | null {
  const { sends, earlierSentMs, lastSentMs, outcome } = attempt;
  if (outcome !== 'unknown') return null;
  return { ...attempt, sends: sends - 1, lastSentMs: earlierSentMs ?? lastSentMs };
}

/** With the payload and the number of the version that is stamped, where that is an earlier one. */
function asCarried(
  { tables }: Transaction,
  row: DocumentRow,
  { attempt }: Extract<Verdict, { kind: 'stamped' }>,
): DocumentRow {
  const carrier = attemptsOf(tables, documentKeyOf(row)).find(({ number }) => number === attempt);
  const numbered = carrier?.givenUp == null ? row : underNumber(row, carrier.givenUp);
  if (carrier?.former == null) return numbered;
  const { draft, summary, generation, payload_hash: payloadHash, ...adjusted } = carrier.former;
  return { ...numbered, draft, adjusted, record: { ...numbered.record, summary, generation, payloadHash } };
}

function stampingAfter(verdict: Verdict, state: DocumentState): Stamping {
  if (verdict.kind === 'stamped') return { state: 'stamped', selloRecibido: verdict.stamp.selloRecibido };
  if (state === 'stamped') throw new Error(`nothing is stamped by ${verdict.kind}`);
  return { state, selloRecibido: null };
}

/** What a lease holder is told of the document after its verdict. */
function settledFields(record: DocumentRecord): SettledFields {
  const { codigoGeneracion, codigoMsg, message, observaciones, hasWanted } = record;
  const said = { codigoGeneracion, codigoMsg, message, observaciones, hasWanted };
  const { state, selloRecibido } = record;
  return state === 'stamped' ? { ...said, state, selloRecibido } : { ...said, state, selloRecibido };
}

/** One version is stamped of several that may have arrived: nothing can come of the others. */
function closeWithVerdict(
  transaction: Transaction,
  row: DocumentRow,
  { attempt: number, kind, raw: answer }: Extract<Verdict, { readonly attempt: number }>,
): void {
  const key = documentKeyOf(row);
  const attempts = attemptsOf(transaction.tables, key);
  const { outcome: before } = attempts.find((one) => one.number === number) ?? {};
  if (before === undefined || before === 'stamped' || (before === 'rejected' && kind === 'rejected'))
    throw new Error(`attempt ${number} is missing, or not open`);
  putAttempts(
    transaction,
    key,
    attempts.map((one) => {
      if (one.number === number) return { ...one, outcome: kind, answer };
      return kind === 'stamped' && one.outcome === 'unknown' ? { ...one, outcome: 'rejected' as const } : one;
    }),
  );
}

function wordsOf({ tables }: Transaction, row: DocumentRow, verdict: Verdict): Partial<DocumentRecord> {
  switch (verdict.kind) {
    case 'stamped': {
      const { codigoMsg, descripcionMsg, observaciones } = verdict.stamp;
      const carrier = attemptsOf(tables, documentKeyOf(row)).find(({ number }) => number === verdict.attempt);
      const told = [descripcionMsg, ...observaciones].join(' ');
      return {
        codigoMsg,
        codigoGeneracion: carrier?.codigoGeneracion ?? row.record.codigoGeneracion,
        message:
          row.wanted === null && carrier?.former == null
            ? told
            : 'El documento ya estaba sellado; los datos nuevos no se aplicaron.',
        observaciones: [],
      };
    }
    case 'rejected':
      return wordsOfRejection(verdict.rejection);
    case 'doubted':
      return verdict.doubt.about === 'copy'
        ? wordsOfRejection(verdict.doubt.rejection)
        : { codigoMsg: '', message: NUMBER_IN_DOUBT, observaciones: [] };
    case 'silence':
      return {
        codigoMsg: '',
        message: silenceText('document', verdict.cause === 'sign_in_refused'),
        observaciones: [],
      };
  }
}

function wordsOfRejection({ codigoMsg, descripcionMsg: message, observaciones }: Rejection) {
  return { codigoMsg, message, observaciones };
}
