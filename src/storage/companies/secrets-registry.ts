import { randomUUID } from 'node:crypto';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CertificateSummary, SecretsRegistry } from '../../operations/companies/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inTransaction, query } from '../connection/transaction.ts';

interface SetupRow {
  readonly not_before_ms: number | null;
  readonly not_after_ms: number | null;
  readonly username: string | null;
  readonly live_keys: number;
  readonly has_smtp_password: boolean;
}

/** Certificates and credentials as the operator stores them, sealed. The pool acts as `sello_operator`. */
export function createSecretsRegistry(pool: Pool): SecretsRegistry {
  return {
    async addCertificate(companyId, ambiente, material) {
      const certificateId = randomUUID();
      await query(pool, {
        text: `INSERT INTO certificates (company_id, certificate_id, environment, nit, not_before, not_after, public_key,
           sealed_private_key, imported_at)
         VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000), to_timestamp($6::float8 / 1000), $7, $8,
           clock_timestamp())`,
        values: [
          companyId,
          certificateId,
          ambiente,
          material.nit,
          material.notBeforeMs,
          material.notAfterMs,
          Buffer.from(material.publicKeySpki),
          material.sealedPrivateKey,
        ],
      });
      return certificateId;
    },
    async setCredentials(companyId, ambiente, credentials) {
      await query(pool, {
        text: `INSERT INTO authority_credentials (company_id, environment, username, sealed_password) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, environment)
         DO UPDATE SET username = excluded.username, sealed_password = excluded.sealed_password, updated_at = excluded.updated_at`,
        values: [companyId, ambiente, credentials.user, credentials.sealedPassword],
      });
    },
    async setSmtpPassword(companyId, sealedPassword) {
      await query(pool, {
        text: `INSERT INTO smtp_passwords (company_id, sealed_password) VALUES ($1, $2)
         ON CONFLICT (company_id) DO UPDATE SET sealed_password = excluded.sealed_password, updated_at = excluded.updated_at`,
        values: [companyId, sealedPassword],
      });
    },
    setup: (companyId, ambiente) => inTransaction(pool, (client) => setupIn(client, companyId, ambiente)),
  };
}

const SETUP = `
  SELECT (extract(epoch FROM c.not_before) * 1000)::float8 AS not_before_ms,
         (extract(epoch FROM c.not_after) * 1000)::float8 AS not_after_ms,
         (SELECT username FROM authority_credentials WHERE company_id = $1 AND environment = $2) AS username,
         (SELECT count(*)::int FROM api_keys
          WHERE company_id = $1 AND environment = $2
            AND (revoked_at IS NULL OR revoked_at > clock_timestamp())) AS live_keys,
         EXISTS (SELECT 1 FROM smtp_passwords WHERE company_id = $1) AS has_smtp_password
  FROM (SELECT 1) AS one LEFT JOIN LATERAL (
    SELECT not_before, not_after FROM certificates
    WHERE company_id = $1 AND environment = $2 ORDER BY imported_at DESC LIMIT 1
  ) AS c ON true`;

/** What is set up for a company, as far as the running transaction sees it. */
export async function setupIn(
  client: Client,
  companyId: string,
  ambiente: Ambiente,
): ReturnType<SecretsRegistry['setup']> {
  const { rows } = await client.query<SetupRow>(SETUP, [companyId, ambiente]);
  const [row] = rows;
  return {
    certificate: row === undefined ? null : certificateOf(row),
    user: row?.username ?? null,
    liveKeys: row?.live_keys ?? 0,
    hasSmtpPassword: row?.has_smtp_password ?? false,
  };
}

function certificateOf(row: SetupRow): CertificateSummary | null {
  if (row.not_before_ms === null || row.not_after_ms === null) return null;
  return { notBeforeMs: row.not_before_ms, notAfterMs: row.not_after_ms };
}
