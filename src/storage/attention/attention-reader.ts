import type { DocumentId } from '../../core/identifiers/document-id.ts';
import {
  type AttentionReader,
  TROUBLE_KINDS,
  type Trouble,
  type TroubleKind,
} from '../../operations/attention/ports.ts';
import type { DeliveryKind } from '../../operations/deliveries/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { INVALIDATIONS_IN, MESSAGES_IN } from '../sending/states-in-sql.ts';

interface TroubleRow {
  readonly document_id: DocumentId;
  readonly us: string;
  readonly at_ms: number;
  readonly kind: DeliveryKind | null;
  readonly address: string;
  readonly error: string | null;
  readonly is_of_invalidation: boolean;
}

const NO_MAIL = 'NULL AS kind, NULL AS error';

/** Each by an index that holds nothing else; what was put aside is so little that all of it is read. */
const SOURCES: Readonly<Record<TroubleKind, string>> = {
  mail: `SELECT document_id, queued_at AS at, kind, last_error AS error, address, false AS is_of_invalidation FROM deliveries
    WHERE company_id = $1 AND environment = $2 AND state = ${MESSAGES_IN.failed} AND queued_at > to_timestamp($3::float8 / 1000)`,
  put_aside: `SELECT document_id, put_aside_at AS at, ${NO_MAIL}, '' AS address, false AS is_of_invalidation FROM documents
    WHERE company_id = $1 AND environment = $2 AND put_aside_at IS NOT NULL AND $3::float8 IS NOT NULL
    UNION ALL SELECT document_id, put_aside_at, ${NO_MAIL}, '', true FROM invalidations
    WHERE company_id = $1 AND environment = $2 AND put_aside_at IS NOT NULL`,
  invalidation_rejected: `SELECT document_id, settled_at AS at, ${NO_MAIL}, '' AS address, true AS is_of_invalidation
    FROM invalidations WHERE company_id = $1 AND environment = $2 AND state = ${INVALIDATIONS_IN.rejected}
      AND settled_at > to_timestamp($3::float8 / 1000)`,
};

/** Instants go to the caller and back in whole microseconds, as PostgreSQL keeps them. */
const page = (
  source: string,
) => `SELECT t.document_id, (extract(epoch FROM t.at) * 1000000)::bigint::text AS us,
    (extract(epoch FROM t.at) * 1000)::float8 AS at_ms, t.kind, t.address, t.error, t.is_of_invalidation
  FROM (${source}) AS t
  WHERE $4::text IS NULL
    OR (t.at, t.document_id, t.address) < ('epoch'::timestamptz + $4::text::bigint * interval '1 microsecond', $5::uuid, $6::text)
  ORDER BY t.at DESC, t.document_id DESC, t.address DESC LIMIT $7`;

const countOf = (kind: TroubleKind) =>
  `(SELECT count(*)::integer FROM (SELECT FROM (${SOURCES[kind]}) AS s LIMIT $4) AS t) AS ${kind}`;
const COUNTS = `SELECT ${TROUBLE_KINDS.map(countOf).join(', ')}`;

/** Reads what needs somebody, without a lock. */
export function createAttentionReader(pool: Pool): AttentionReader {
  return {
    troubles: (companyId, kind, { ambiente, sinceMs, after, limit }) =>
      inCompany(pool, companyId, async (client) => {
        const { us = null, documentId = null, address = null } = after ?? {};
        const { rows } = await client.query<TroubleRow>({
          name: `attention-${kind}`,
          text: page(SOURCES[kind]),
          values: [companyId, ambiente, sinceMs, us, documentId, address, limit],
        });
        return rows.map(toTrouble);
      }),
    counts: (companyId, { ambiente, sinceMs, limit }) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<Readonly<Record<TroubleKind, number>>>({
          name: 'attention-counts',
          text: COUNTS,
          values: [companyId, ambiente, sinceMs, limit],
        });
        const [row] = rows;
        if (row === undefined) throw new Error('the counts of what needs somebody were left unanswered');
        return row;
      }),
  };
}

function toTrouble(row: TroubleRow): Trouble {
  const { document_id: documentId, us, address, kind, error } = row;
  return {
    key: { us, documentId, address },
    documentId,
    atMs: row.at_ms,
    mail: kind === null ? null : { kind, address, error: error ?? '' },
    isOfInvalidation: row.is_of_invalidation,
  };
}
