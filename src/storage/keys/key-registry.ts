import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { KnownKey, RateLimits } from '../../operations/access/ports.ts';
import type { KeyRegistry, KeyRotation, KeySummary } from '../../operations/companies/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

/** A key of `api_keys k` as its company sees it. */
export const OWN_KEY = `k.key_id AS "keyId", k.name, k.environment AS ambiente,
    json_build_object('perMinute', k.per_minute, 'perHour', k.per_hour) AS limits,
    (extract(epoch FROM k.created_at) * 1000)::float8 AS "createdMs",
    (extract(epoch FROM k.last_used_at) * 1000)::float8 AS "lastUsedMs",
    (extract(epoch FROM k.revoked_at) * 1000)::float8 AS "revokedMs",
    k.revoked_at IS NULL OR k.revoked_at > clock_timestamp() AS live`;

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
      const { rows } = await query<KeySummary>(pool, {
        text: `SELECT ${OWN_KEY}, company_id AS "companyId", ${PEPPER} AS pepper, slug
               FROM api_keys k JOIN companies USING (company_id) ORDER BY slug, k.created_at`,
      });
      return rows;
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
  const { rows } = await query<RateLimits>(pool, {
    text: `UPDATE api_keys SET per_minute = coalesce($2, per_minute), per_hour = coalesce($3, per_hour)
     WHERE ${LIVE_KEY} RETURNING per_minute AS "perMinute", per_hour AS "perHour"`,
    values: [keyId, perMinute ?? null, perHour ?? null],
  });
  return rows[0] ?? null;
}
