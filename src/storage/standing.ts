import {
  type DocumentStanding,
  type InvalidationState,
  largerAmounts,
  type NoteMode,
  type NoteStanding,
  readAmounts,
} from '../core/adjusting/standing.ts';
import type { DocumentState } from '../core/issuing/states.ts';
import type { Client } from './pool.ts';

/** A standing as the function `document_standing` tells it. */
export interface StandingRow {
  readonly invalidation: InvalidationState | null;
  readonly notes: readonly NoteRow[];
}

interface NoteRow {
  readonly document_id: string;
  readonly adjust_mode: NoteMode;
  readonly state: DocumentState;
  readonly adjusted_gross: string;
  readonly adjusted_net: string;
  readonly wanted_gross: string | null;
  readonly wanted_net: string | null;
  readonly invalidation: InvalidationState | null;
}

export interface StandingQuery {
  readonly companyId: string;
  readonly documentId: string;
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
  const own = readAmounts(row.adjusted_gross, row.adjusted_net);
  const { wanted_gross: gross, wanted_net: net } = row;
  return {
    documentId: row.document_id,
    mode: row.adjust_mode,
    state: row.state,
    amounts: gross === null || net === null ? own : largerAmounts(own, readAmounts(gross, net)),
    invalidation: row.invalidation,
  };
}
