import { randomUUID } from 'node:crypto';
import type { Ambiente } from '../core/dte/kinds.ts';
import { isDocumentId } from '../core/identifiers/document-id.ts';
import type { KeyRegistry, KeySummary } from '../operations/operator-ports.ts';
import type { Pool } from './pool.ts';

interface KeyRow {
  readonly key_id: string;
  readonly slug: string;
  readonly name: string;
  readonly environment: Ambiente;
  readonly per_minute: number;
  readonly per_hour: number;
  readonly created_ms: number;
  readonly revoked_ms: number | null;
}

/** The API keys, for the operator. The pool acts as `sello_operator`. */
export function createKeyRegistry(pool: Pool): KeyRegistry {
  return {
    async create(key) {
      const keyId = randomUUID();
      await pool.query(
        `INSERT INTO api_keys (company_id, key_id, public_id, environment, name, secret_hmac, per_minute, per_hour)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          key.companyId,
          keyId,
          key.publicId,
          key.ambiente,
          key.name,
          Buffer.from(key.secretHmac),
          key.limits.perMinute,
          key.limits.perHour,
        ],
      );
      return keyId;
    },
    async list() {
      const { rows } = await pool.query<KeyRow>(
        `SELECT key_id, slug, name, k.environment, per_minute, per_hour,
                (extract(epoch FROM k.created_at) * 1000)::float8 AS created_ms,
                (extract(epoch FROM k.revoked_at) * 1000)::float8 AS revoked_ms
         FROM api_keys k JOIN companies USING (company_id) ORDER BY slug, k.created_at`,
      );
      return rows.map(toSummary);
    },
    async revoke(keyId) {
      if (!isDocumentId(keyId)) return false;
      const { rowCount } = await pool.query(
        `UPDATE api_keys SET revoked_at = clock_timestamp() WHERE key_id = $1 AND revoked_at IS NULL`,
        [keyId],
      );
      return rowCount === 1;
    },
  };
}

function toSummary(row: KeyRow): KeySummary {
  return {
    keyId: row.key_id,
    slug: row.slug,
    name: row.name,
    ambiente: row.environment,
    limits: { perMinute: row.per_minute, perHour: row.per_hour },
    createdMs: row.created_ms,
    revokedMs: row.revoked_ms,
  };
}
