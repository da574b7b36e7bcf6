import { largerAmounts } from '../../core/adjusting/amounts.ts';
import type { DocumentStanding, NoteMode, NoteStanding } from '../../core/adjusting/standing.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { DocumentState, InvalidationState } from '../../core/submitting/states.ts';
import type { Client } from '../connection/pool.ts';
import { readSales, type SalesRow } from './adjusted-sales.ts';

/** A standing as the function `document_standing` tells it. */
export interface StandingRow {
  readonly invalidation: InvalidationState | null;
  readonly notes: readonly NoteRow[];
}

interface NoteRow {
  readonly document_id: DocumentId;
  readonly adjust_mode: NoteMode;
  readonly state: DocumentState;
  readonly adjusted_sales: SalesRow;
  readonly wanted_sales: SalesRow | null;
  readonly invalidation: InvalidationState | null;
}

export interface StandingQuery {
  readonly companyId: string;
  readonly documentId: DocumentId;
  /** A note that is left out: the one that asks. */
  readonly without?: string | null;
}

/**
 * What has been done to a document, as the caller's transaction sees it. Only under a lock of the document's row does
 * it stay so: whoever registers a note or an invalidation takes that lock first.
 */
export async function readStanding(client: Client, query: StandingQuery): Promise<DocumentStanding> {
  const { companyId, documentId, without = null } = query;
  const { rows } = await client.query<{ readonly standing: StandingRow }>({
    name: 'read-standing',
    text: 'SELECT document_standing($1, $2) AS standing',
    values: [companyId, documentId],
  });
  const standing = rows[0]?.standing ?? { invalidation: null, notes: [] };
  return toStanding({ ...standing, notes: standing.notes.filter((note) => note.document_id !== without) });
}

export function toStanding({ invalidation, notes }: StandingRow): DocumentStanding {
  return { invalidation, notes: notes.map(toNote) };
}

function toNote(row: NoteRow): NoteStanding {
  const { adjusted_sales: sales, wanted_sales: wanted } = row;
  const own = readSales(sales);
  return {
    documentId: row.document_id,
    mode: row.adjust_mode,
    state: row.state,
    amounts: wanted === null ? own : largerAmounts(own, readSales(wanted)),
    invalidation: row.invalidation,
  };
}
