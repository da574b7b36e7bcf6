import type { TipoContingencia } from '../../core/dte/contingencia.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';
import type { Attempt } from '../../core/submitting/attempt.ts';
import type { DocumentState } from '../../core/submitting/states.ts';
import type {
  DocumentRecord,
  HeldDocument,
  KeptRejection,
  Stamping,
} from '../../operations/documents/ports.ts';
import type { Client } from '../connection/pool.ts';
import { type DocumentKey, LEASED_DOCUMENTS } from '../sending/leased-rows.ts';
import { type BytesRow, readAttempts, toBytes } from '../sending/sending-store.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import type { IssuedRow } from './issued-reader.ts';

/** The columns of a document that a status needs; the draft can be large and is read only to sign. */
export const RECORD_COLUMNS = `company_id, document_id, external_ref, doc_type, environment, control_number,
  establishment, point_of_sale, (extract(epoch FROM posted_at) * 1000)::float8 AS posted_ms,
  CASE WHEN doubt ->> 'about' = 'copy' THEN ${DOCUMENTS_IN.rejected} ELSE state END AS state, generation, generation_code, summary,
  payload_hash, wanted IS NOT NULL AS has_wanted, reception_stamp, message_code, message, observations`;

/** The table's own check: a seal exactly where the state is `stamped`. */
type StampingRow =
  | { readonly state: 'stamped'; readonly reception_stamp: SelloRecibido }
  | { readonly state: Exclude<DocumentState, 'stamped'>; readonly reception_stamp: null };

export type RecordRow = FactsRow & StampingRow;

interface FactsRow extends IssuedRow {
  readonly company_id: string;
  readonly external_ref: ExternalRef;
  readonly environment: Ambiente;
  readonly generation_code: CodigoGeneracion;
  readonly payload_hash: string;
  readonly has_wanted: boolean;
  readonly message_code: string;
  readonly message: string;
  readonly observations: readonly string[];
}

function stampingOf({ state, reception_stamp: selloRecibido }: StampingRow): Stamping {
  return state === 'stamped' ? { state, selloRecibido } : { state, selloRecibido };
}

export function toRecord(row: RecordRow): DocumentRecord {
  return {
    companyId: row.company_id,
    documentId: row.document_id,
    externalRef: row.external_ref,
    tipoDte: row.doc_type,
    ambiente: row.environment,
    numeroControl: row.control_number,
    establishment: row.establishment,
    pointOfSale: row.point_of_sale,
    postedMs: Math.round(row.posted_ms),
    ...stampingOf(row),
    generation: row.generation,
    codigoGeneracion: row.generation_code,
    summary: row.summary,
    payloadHash: row.payload_hash,
    hasWanted: row.has_wanted,
    codigoMsg: row.message_code,
    message: row.message,
    observaciones: row.observations,
  };
}

const ATTEMPT_COLUMNS = [
  'payload_hash',
  'formal',
  '(extract(epoch FROM clock_timestamp() - last_sent_at) * 1000)::float8 AS sent_ago_ms',
];

/**
 * Instants are told by the database's clock and carried over to the node's monotonic one, which is read when the ages are
 * here: on their way they grow, so that bytes seem younger than they are, and no quarantine ends early.
 */
export async function attemptsOf(
  client: Client,
  key: DocumentKey,
  monotonic: () => number,
): Promise<readonly Attempt[]> {
  const wanted = { key, columns: ATTEMPT_COLUMNS };
  const rows = await readAttempts<
    BytesRow & { readonly payload_hash: string; readonly formal: boolean; readonly sent_ago_ms: number }
  >(client, LEASED_DOCUMENTS, wanted);
  const monotonicMs = monotonic();
  return rows.map((row) => ({
    ...toBytes(row),
    payloadHash: row.payload_hash,
    lastSentMs: monotonicMs - row.sent_ago_ms,
    formal: row.formal,
  }));
}

export type HeldRow = RecordRow & HeldColumns;

interface HeldColumns {
  readonly draft: string;
  readonly fence: string;
  readonly wanted_hash: string | null;
  readonly tries: number;
  readonly codes_to_ask: number;
  readonly in_contingency_ms: number | null;
  readonly contingency_type: TipoContingencia | null;
  readonly contingency_reason: string | null;
  readonly reported: boolean;
  readonly quarantine_ms: number;
  readonly doubt: KeptRejection | null;
}

/** What a lease holder works with. */
export const HELD_COLUMNS = `${RECORD_COLUMNS}, draft, fence::text AS fence, wanted->>'payload_hash' AS wanted_hash,
  tries, codes_to_ask, (extract(epoch FROM clock_timestamp() - contingency_since) * 1000)::float8 AS in_contingency_ms,
  contingency_type, contingency_reason, transmit_until IS NOT NULL AS reported, quarantine_ms(environment), doubt`;

/** `monotonicMs` is the node's reading when the row was there. */
export function toHeld(row: HeldRow, attempts: readonly Attempt[], monotonicMs: number): HeldDocument {
  const { company_id: companyId, document_id: documentId, fence } = row;
  return {
    record: toRecord(row),
    draft: row.draft,
    wantedHash: row.wanted_hash ?? row.payload_hash,
    attempts,
    lease: { companyId, documentId, fence },
    tries: row.tries,
    codesToAsk: row.codes_to_ask,
    contingency: {
      sinceMs: row.in_contingency_ms === null ? null : monotonicMs - row.in_contingency_ms,
      declared:
        row.contingency_type === null ? null : { tipo: row.contingency_type, motivo: row.contingency_reason },
      reported: row.reported,
    },
    quarantineMs: row.quarantine_ms,
    doubt: row.doubt,
  };
}
