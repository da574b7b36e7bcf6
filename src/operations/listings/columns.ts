import { invalidationStateOf } from '../../core/adjusting/choice.ts';
import { adjustedBy, cancellingNote, isInvalidated } from '../../core/adjusting/standing.ts';
import { toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import { formatCents } from '../../core/money/decimal.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import type { Cell, ListedState } from './ports.ts';

/** Every column of an exported table, in its order; what the status of a document has too goes by the same name. */
const COLUMNS = {
  doc_type: ({ record }) => record.tipoDte,
  control_number: ({ record }) => record.numeroControl,
  generation_code: ({ record }) => record.codigoGeneracion,
  reception_stamp: ({ record }) => record.selloRecibido,
  state: ({ record }) => listedState(record.state),
  posted_date: ({ record }) => toLocalIso(record.postedMs),
  customer_name: ({ record }) => record.summary.customerName,
  amount_taxable: ({ record }) => ({ amount: record.summary.amountTaxable }),
  amount_vat: ({ record }) => ({ amount: record.summary.amountVat }),
  amount_gross: ({ record }) => ({ amount: record.summary.amountGross }),
  amount_retention: ({ record }) => ({ amount: record.summary.amountRetention }),
  amount_total: ({ record }) => ({ amount: record.summary.amountTotal }),
  establishment: ({ record }) => record.establishment,
  point_of_sale: ({ record }) => record.pointOfSale,
  external_ref: ({ record }) => record.externalRef,
  document_id: ({ record }) => record.documentId,
  invalidated: ({ standing }) => String(isInvalidated(standing)),
  invalidation_state: ({ standing }) => invalidationStateOf(standing),
  credit_memo_id: ({ standing }) => cancellingNote(standing)?.documentId ?? null,
  ccf_adjusted_amount: ({ record, standing }) =>
    typeOf(record.tipoDte).isAdjustedByNotes ? { amount: formatCents(adjustedBy(standing).gross) } : null,
  codigo_msg: ({ record }) => record.codigoMsg,
  dte_message: ({ record }) => record.message,
} as const satisfies Readonly<Record<string, (view: DocumentView) => Cell>>;

export type ColumnName = keyof typeof COLUMNS;

export function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(COLUMNS, name);
}

/** Every column, in the order of a table. */
export const COLUMN_NAMES: readonly ColumnName[] = Object.keys(COLUMNS).filter(isColumn);

/** How a document stands for whoever lists it. */
export function listedState(state: DocumentView['record']['state']): ListedState {
  return state === 'stamped' || state === 'rejected' ? state : 'contingency';
}

export function cellsOf(view: DocumentView, columns: readonly ColumnName[]): readonly Cell[] {
  return columns.map((column) => COLUMNS[column](view));
}
