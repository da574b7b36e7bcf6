import type { Ambiente, SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';
import type { InvalidationState } from '../../core/submitting/states.ts';
import type {
  HeldInvalidation,
  InvalidationBytes,
  InvalidationRecord,
} from '../../operations/invalidations/ports.ts';
import type { Client } from '../connection/pool.ts';
import { type DocumentKey, LEASED_INVALIDATIONS } from '../sending/leased-rows.ts';
import { type BytesRow, readAttempts, toBytes } from '../sending/sending-store.ts';
import { INVALIDATIONS_IN } from '../sending/states-in-sql.ts';

/** The columns of an invalidation that an answer needs. */
export const INVALIDATION_COLUMNS = `CASE WHEN i.doubted THEN ${INVALIDATIONS_IN.rejected} ELSE i.state END AS state, i.generation, i.generation_code, i.reception_stamp, i.message_code,
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
  readonly document_generation: SchemaGeneration;
  readonly quarantine_ms: number;
}

interface EarlierRow extends BytesRow {
  readonly earlier_ago_ms: number | null;
}

const EARLIER = [
  '(extract(epoch FROM clock_timestamp() - earlier_sent_at) * 1000)::float8 AS earlier_ago_ms',
];

/** The latest bytes of an event, and those of unknown fate. */
export async function attemptsOf(client: Client, key: DocumentKey): Promise<readonly InvalidationBytes[]> {
  const rows = await readAttempts<EarlierRow>(client, LEASED_INVALIDATIONS, { key, columns: EARLIER });
  return rows.map((row) => ({ ...toBytes(row), earlierAgoMs: row.earlier_ago_ms }));
}

/** What a lease holder works with, as the caller's transaction sees it. Throws where there is none. */
export async function readHeld(
  client: Client,
  { companyId, documentId }: DocumentKey,
): Promise<HeldInvalidation> {
  const { rows } = await client.query<HeldRow>({
    name: 'held-invalidation',
    text: `SELECT ${INVALIDATION_COLUMNS}, i.environment, i.draft, i.fence::text AS fence, i.tries, d.doc_type,
             (extract(epoch FROM i.requested_at) * 1000)::float8 AS requested_ms,
             (extract(epoch FROM d.posted_at) * 1000)::float8 AS posted_ms, d.generation_code AS document_code,
             d.generation AS document_generation,
             quarantine_ms(i.environment)
           FROM invalidations i JOIN documents d USING (company_id, document_id)
           WHERE i.company_id = $1 AND i.document_id = $2`,
    values: [companyId, documentId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a held invalidation is missing');
  return {
    lease: { companyId, documentId, fence: row.fence },
    record: toInvalidation(row),
    ambiente: row.environment,
    requestedMs: Math.round(row.requested_ms),
    draft: row.draft,
    attempts: await attemptsOf(client, { companyId, documentId }),
    tries: row.tries,
    tipoDte: row.doc_type,
    postedMs: Math.round(row.posted_ms),
    documentCode: row.document_code,
    documentGeneration: row.document_generation,
    quarantineMs: row.quarantine_ms,
  };
}
