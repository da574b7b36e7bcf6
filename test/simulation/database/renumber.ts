import { SERIES_MODES } from '../../../src/core/company/company.ts';
import {
  formatNumeroControl,
  type NumeroControl,
  numeroControlParts,
  seriesOf,
} from '../../../src/core/identifiers/official.ts';
import { RENUMBERED } from '../../../src/core/submitting/doubt.ts';
import { DOCUMENT, nextState } from '../../../src/core/submitting/states.ts';
import type { KeptRejection } from '../../../src/operations/documents/ports.ts';
import { applyWanted } from './attempts.ts';
import { seriesKey } from './claim.ts';
import type { StoreRules } from './rules.ts';
import {
  attemptsOf,
  type DocumentRow,
  documentKeyOf,
  putAttempts,
  putDocument,
  type Transaction,
} from './tables.ts';

/** Gives a document whose number is another system's the next one of its series; null where no doubt is about its number. */
export function renumber(
  transaction: Transaction,
  {
    row,
    from,
    rules,
  }: { readonly row: DocumentRow; readonly from: NumeroControl; readonly rules: StoreRules },
): DocumentRow | null {
  const { doubt } = row;
  if (row.record.numeroControl !== from || doubt?.about !== 'number') return null;
  if (nextState(DOCUMENT, row.record.state, 'renumber') === null) return null;
  const applied = applyWanted(transaction, row);
  const number = nextNumber(transaction, { row, rules });
  const renumbered = { ...underNumber(applied, number), doubt: null };
  const told = { codigoMsg: '', message: RENUMBERED, observaciones: [] };
  const written = { ...renumbered, record: { ...renumbered.record, ...told } };
  putDocument(transaction, written);
  closeBytes(transaction, written, doubt);
  return written;
}

/** The document under another number. */
export function underNumber(row: DocumentRow, numeroControl: NumeroControl): DocumentRow {
  return { ...row, numbers: row.numbers + 1, record: { ...row.record, numeroControl } };
}

/** The series that has come furthest goes on, of those that may count here. */
function nextNumber(
  transaction: Transaction,
  { row, rules }: { readonly row: DocumentRow; readonly rules: StoreRules },
): NumeroControl {
  const { record, fiscalYear } = row;
  const { series } = transaction.tables;
  const keys = SERIES_MODES.map((mode) =>
    seriesKey({ ...record, series: seriesOf(mode, fiscalYear, record) }),
  ).filter((key) => series.has(key));
  const [furthest] = keys.toSorted((a, b) => (series.get(b) ?? 0) - (series.get(a) ?? 0));
  if (furthest === undefined) throw new Error(`the series of ${record.numeroControl} is missing`);
  const correlative = (series.get(furthest) ?? 0) + 1;
  rules.renumber(transaction, furthest, correlative);
  return formatNumeroControl({
    ...numeroControlParts(record.numeroControl),
    correlative: BigInt(correlative),
  });
}

function closeBytes(
  transaction: Transaction,
  row: DocumentRow,
  { attempt: number, raw }: Pick<KeptRejection, 'attempt' | 'raw'>,
): void {
  const key = documentKeyOf(row);
  const attempts = attemptsOf(transaction.tables, key);
  if (attempts.every(({ outcome }) => outcome === 'rejected'))
    throw new Error(`nothing of document ${row.record.documentId} is open`);
  putAttempts(
    transaction,
    key,
    attempts.map((one) => {
      if (one.outcome === 'rejected') return one;
      const neverLeft = one.outcome === 'not_delivered';
      return {
        ...one,
        outcome: 'rejected',
        firstSentMs: neverLeft ? null : one.firstSentMs,
        sends: neverLeft ? 0 : one.sends,
        answer: one.number === number ? raw : one.answer,
      };
    }),
  );
}
