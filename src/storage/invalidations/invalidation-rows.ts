import type { InvalidationState } from '../../core/adjusting/standing.ts';
import type { Ambiente, SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { CodigoGeneracion } from '../../core/identifiers/codigo-generacion.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { SelloRecibido } from '../../core/identifiers/sello-recibido.ts';
import type {
  HeldInvalidation,
  InvalidationAttempt,
  InvalidationLease,
  InvalidationRecord,
} from '../../operations/invalidations/ports.ts';
import type { Client } from '../connection/pool.ts';

/** The columns of an invalidation that an answer needs. */
export const INVALIDATION_COLUMNS = `i.state, i.generation, i.generation_code, i.reception_stamp, i.message_code,
  i.message, i.observations`;

export interface InvalidationRow {
  readonly state: InvalidationState;
  readonly generation: SchemaGeneration;
  readonly generation_code: CodigoGeneracion;
  readonly reception_stamp: SelloRecibido | null;
  readonly message_code: string;
  readonly message: string;
  readonly observations: readonly string[];
}

export function toInvalidation(row: InvalidationRow): InvalidationRecord {
  return {
    state: row.state,
    generation: row.generation,
    codigoGeneracion: row.generation_code,
    selloRecibido: row.reception_stamp,
    codigoMsg: row.message_code,
    message: row.message,
    observaciones: row.observations,
  };
}

interface HeldRow extends InvalidationRow {
  readonly environment: Ambiente;
  readonly requested_ms: number;
  readonly draft: string;
  readonly fence: string;
  readonly tries: number;
  readonly doc_type: TipoDte;
  readonly posted_ms: number;
  readonly document_code: CodigoGeneracion;
  readonly attempt: number | null;
  readonly attempt_code: CodigoGeneracion | null;
  readonly jws: string | null;
  readonly outcome: InvalidationAttempt['outcome'] | null;
  readonly sends: number | null;
}

/** A row's key. */
export interface InvalidationKey {
  readonly companyId: string;
  readonly documentId: DocumentId;
}

/** What a lease holder works with, as the caller's transaction sees it. Throws where there is none. */
export async function readHeld(client: Client, key: InvalidationKey): Promise<HeldInvalidation> {
  const { companyId, documentId } = key;
  const { rows } = await client.query<HeldRow>({
    name: 'held-invalidation',
    text: `SELECT ${INVALIDATION_COLUMNS}, i.environment, i.draft, i.fence::text AS fence, i.tries, d.doc_type,
             (extract(epoch FROM i.requested_at) * 1000)::float8 AS requested_ms,
             (extract(epoch FROM d.posted_at) * 1000)::float8 AS posted_ms, d.generation_code AS document_code,
             a.attempt, a.generation_code AS attempt_code, a.jws, a.outcome, a.sends
           FROM invalidations i JOIN documents d USING (company_id, document_id)
           LEFT JOIN LATERAL (
             SELECT attempt, generation_code, jws, outcome, sends FROM invalidation_attempts
             WHERE company_id = $1 AND document_id = $2 ORDER BY attempt DESC LIMIT 1) a ON true
           WHERE i.company_id = $1 AND i.document_id = $2`,
    values: [companyId, documentId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a held invalidation is missing');
  return toHeld(row, { companyId, documentId, fence: row.fence });
}

function toHeld(row: HeldRow, lease: InvalidationLease): HeldInvalidation {
  return {
    lease,
    record: toInvalidation(row),
    ambiente: row.environment,
    requestedMs: Math.round(row.requested_ms),
    draft: row.draft,
    attempt: attemptOf(row),
    tries: row.tries,
    tipoDte: row.doc_type,
    postedMs: Math.round(row.posted_ms),
    documentCode: row.document_code,
  };
}

function attemptOf(row: HeldRow): InvalidationAttempt | null {
  const { attempt, attempt_code: codigoGeneracion, jws, outcome, sends } = row;
  if (attempt === null || codigoGeneracion === null || jws === null || outcome === null || sends === null)
    return null;
  return { number: attempt, codigoGeneracion, jws, outcome, sends };
}
