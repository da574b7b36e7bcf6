import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { KnownKey, RateLimits } from '../../operations/access/ports.ts';
import type { OwnKey } from '../../operations/companies/own-ports.ts';
import type { KeyRegistry, KeyRotation, KeySummary } from '../../operations/companies/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/** A key as its company sees it. */
export interface OwnKeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly environment: Ambiente;
  readonly per_minute: number;
  readonly per_hour: number;
  readonly created_ms: number;
  readonly last_used_ms: number | null;
  readonly revoked_ms: number | null;
  readonly live: boolean;
}

interface KeyRow extends OwnKeyRow {
  readonly company_id: string;
  readonly pepper: number;
  readonly slug: CompanySlug;
}

/** The version of the pepper in the head of a hash (`src/signer/key-hash.ts`); the first form has no head. */
const PEPPER = 'CASE octet_length(secret_hmac) WHEN 32 THEN 1 ELSE get_byte(secret_hmac, 1) END';

/** The key of that id, as long as it is not refused. */
const LIVE_KEY = 'key_id = $1 AND (revoked_at IS NULL OR revoked_at > statement_timestamp())';

/** The API keys, for the operator. The pool acts as `sello_operator`. */
export function createKeyRegistry(pool: Pool): KeyRegistry {
  return {
    async create(key) {
      await query(pool, {
        text: `INSERT INTO api_keys (company_id, key_id, public_id, environment, name, secret_hmac, per_minute, per_hour)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [
          key.companyId,
          key.keyId,
          key.publicId,
          key.ambiente,
          key.name,
          Buffer.from(key.secretHmac),
          key.limits.perMinute,
          key.limits.perHour,
        ],
      });
      return key.keyId;
    },
    async list() {
      const { rows } = await query<KeyRow>(pool, {
        text: `SELECT key_id, company_id, slug, name, ${PEPPER} AS pepper, k.environment, per_minute, per_hour,
                (extract(epoch FROM k.created_at) * 1000)::float8 AS created_ms,
                (extract(epoch FROM last_used_at) * 1000)::float8 AS last_used_ms,
                (extract(epoch FROM k.revoked_at) * 1000)::float8 AS revoked_ms,
                revoked_at IS NULL OR revoked_at > clock_timestamp() AS live
         FROM api_keys k JOIN companies USING (company_id) ORDER BY slug, k.created_at`,
      });
      return rows.map(toSummary);
    },
    async hashes() {
      const { rows } = await query<KnownKey>(pool, {
        text: `SELECT key_id AS "keyId", company_id AS "companyId", environment AS ambiente, secret_hmac AS "secretHmac"
               FROM api_keys`,
      });
      return rows;
    },
    async rehash(keys) {
      await query(pool, {
        text: `UPDATE api_keys SET secret_hmac = hash FROM unnest($1::uuid[], $2::bytea[]) AS fresh (id, hash)
               WHERE key_id = id`,
        values: [keys.map(({ keyId }) => keyId), keys.map(({ secretHmac }) => Buffer.from(secretHmac))],
      });
    },
    rotate: (rotation) => rotate(pool, rotation),
    setLimits: (keyId, limits) => setLimits(pool, keyId, limits),
    async revoke(keyId) {
      if (!isDocumentId(keyId)) return false;
      const { rowCount } = await query(pool, {
        text: `UPDATE api_keys SET revoked_at = statement_timestamp() WHERE ${LIVE_KEY}`,
        values: [keyId],
      });
      return rowCount === 1;
    },
  };
}

async function rotate(pool: Pool, { keyId, fresh, revokeInMinutes }: KeyRotation): Promise<string | null> {
  if (!isDocumentId(keyId)) return null;
  // One statement, so that the old key gets its end only together with the new key.
  const { rowCount } = await query(pool, {
    text: `WITH old AS (
       UPDATE api_keys SET revoked_at = statement_timestamp() + $2 * interval '1 minute'
       WHERE key_id = $1 AND revoked_at IS NULL RETURNING company_id, name, per_minute, per_hour
     )
     INSERT INTO api_keys (company_id, key_id, public_id, environment, name, secret_hmac, per_minute, per_hour)
     SELECT company_id, $3, $4, $5, name, $6, per_minute, per_hour FROM old`,
    values: [
      keyId,
      revokeInMinutes,
      fresh.keyId,
      fresh.publicId,
      fresh.ambiente,
      Buffer.from(fresh.secretHmac),
    ],
  });
  return rowCount === 1 ? fresh.keyId : null;
}

async function setLimits(
  pool: Pool,
  keyId: string,
  { perMinute, perHour }: Partial<RateLimits>,
): Promise<RateLimits | null> {
  if (!isDocumentId(keyId)) return null;
  const { rows } = await query<Pick<KeyRow, 'per_minute' | 'per_hour'>>(pool, {
    text: `UPDATE api_keys SET per_minute = coalesce($2, per_minute), per_hour = coalesce($3, per_hour)
     WHERE ${LIVE_KEY} RETURNING per_minute, per_hour`,
    values: [keyId, perMinute ?? null, perHour ?? null],
  });
  const [row] = rows;
  return row === undefined ? null : { perMinute: row.per_minute, perHour: row.per_hour };
}

function toSummary(row: KeyRow): KeySummary {
  return { ...toOwnKey(row), companyId: row.company_id, pepper: row.pepper, slug: row.slug };
}

export function toOwnKey(row: OwnKeyRow): OwnKey {
  return {
    keyId: row.key_id,
    name: row.name,
    ambiente: row.environment,
    limits: { perMinute: row.per_minute, perHour: row.per_hour },
    createdMs: row.created_ms,
    lastUsedMs: row.last_used_ms,
    revokedMs: row.revoked_ms,
    live: row.live,
  };
}
