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
  const invalidation = await client.query<{ readonly state: InvalidationState }>({
    name: 'standing-invalidation',
    text: 'SELECT state FROM invalidations WHERE company_id = $1 AND document_id = $2',
    values: [companyId, documentId],
  });
  const notes = await client.query<NoteRow>({
    name: 'standing-notes',
    text: `SELECT n.document_id, n.adjust_mode, n.state, n.adjusted_gross, n.adjusted_net,
             n.wanted->>'adjusted_gross' AS wanted_gross, n.wanted->>'adjusted_net' AS wanted_net,
             i.state AS invalidation
           FROM documents n LEFT JOIN invalidations i USING (company_id, document_id)
           WHERE n.company_id = $1 AND n.adjusts = $2 AND n.document_id IS DISTINCT FROM $3
           ORDER BY coalesce(n.adjusts_since, n.posted_at), n.document_id`,
    values: [companyId, documentId, without],
  });
  return { invalidation: invalidation.rows[0]?.state ?? null, notes: notes.rows.map(toNote) };
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
