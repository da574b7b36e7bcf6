import { silenceText } from '../../../src/core/submitting/silence-text.ts';
import {
  DOCUMENT,
  type DocumentState,
  type DocumentTrigger,
  nextState,
  statesBefore,
} from '../../../src/core/submitting/states.ts';
import type {
  DocumentRecord,
  Settled,
  SettledFields,
  Stamping,
  Verdict,
} from '../../../src/operations/documents/ports.ts';
import { changeAttempt } from './attempts.ts';
import type { StoreRules } from './rules.ts';
import { standingOf } from './standings.ts';
import {
  type AttemptRow,
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  putDocument,
  type Transaction,
} from './tables.ts';

const TRIGGERS: Readonly<Record<Verdict['kind'], DocumentTrigger>> = {
  stamped: 'stamp',
  rejected: 'reject',
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
  const keepsWanted = verdict.kind === 'silence';
  const record: DocumentRecord = {
    ...row.record,
    ...wordsOf(transaction, row, verdict),
    ...stampingAfter(verdict, state),
    hasWanted: keepsWanted && row.record.hasWanted,
  };
  putDocument(transaction, {
    ...row,
    record,
    wanted: keepsWanted ? row.wanted : null,
    stampedAttempt: verdict.kind === 'stamped' ? verdict.attempt : row.stampedAttempt,
    processedAt: verdict.kind === 'stamped' ? verdict.stamp.fhProcesamiento : row.processedAt,
    settledMs: keepsWanted ? row.settledMs : transaction.nowMs,
    leaseUntilMs: null,
    nextAttemptMs: verdict.kind === 'silence' ? transaction.nowMs + verdict.retryMs : null,
    tries: keepsWanted ? row.tries + 1 : 0,
    takings: 0,
    contingencySinceMs: keepsWanted ? (row.contingencySinceMs ?? transaction.nowMs) : row.contingencySinceMs,
  });
  if (verdict.kind !== 'silence') closeWithVerdict(transaction, row, verdict);
  const { adjusts: documentId } = row;
  const { companyId } = record;
  return {
    fields: settledFields(record),
    ccfStanding:
      documentId === null
        ? null
        : standingOf({ ...transaction, rules }, { companyId, documentId, without: null }),
  };
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

function closeWithVerdict(
  transaction: Transaction,
  row: DocumentRow,
  { attempt: number, kind, raw: answer }: Exclude<Verdict, { kind: 'silence' }>,
): void {
  const change = (attempt: AttemptRow) => ({ ...attempt, outcome: kind, answer }) as const;
  changeAttempt(transaction, row, { number, change });
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
          row.wanted === null ? told : 'El documento ya estaba sellado; los datos nuevos no se aplicaron.',
        observaciones: [],
      };
    }
    case 'rejected': {
      const { codigoMsg, descripcionMsg: message, observaciones } = verdict.rejection;
      return { codigoMsg, message, observaciones };
    }
    case 'silence':
      return {
        codigoMsg: '',
        message: silenceText('document', verdict.cause === 'sign_in_refused'),
        observaciones: [],
      };
  }
}
