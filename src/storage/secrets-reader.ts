import type { Ambiente } from '../core/dte/kinds.ts';
import type { Pool } from './pool.ts';
import { inCompany } from './transaction.ts';

/** The certificate in force for a company and environment: the one imported last. */
export interface CertificateInForce {
  readonly certificateId: string;
  readonly sealedPrivateKey: string;
  readonly publicKeySpki: Uint8Array;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface SealedCredentials {
  readonly user: string;
  readonly sealedPassword: string;
}

export interface SecretsReader {
  certificate(companyId: string, ambiente: Ambiente): Promise<CertificateInForce | null>;
  credentials(companyId: string, ambiente: Ambiente): Promise<SealedCredentials | null>;
  /** Sealed; of the company's own mail server. */
  smtpPassword(companyId: string): Promise<string | null>;
}

/** What the service reads to sign and to authenticate; read on every use, so an import holds at once. */
export function createSecretsReader(pool: Pool): SecretsReader {
  return {
    certificate: (companyId, ambiente) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<CertificateInForce>({
          name: 'certificate-in-force',
          text: `SELECT certificate_id AS "certificateId", sealed_private_key AS "sealedPrivateKey",
                        public_key AS "publicKeySpki",
                        (extract(epoch FROM not_before) * 1000)::float8 AS "notBeforeMs",
                        (extract(epoch FROM not_after) * 1000)::float8 AS "notAfterMs"
                 FROM certificates WHERE company_id = $1 AND environment = $2
                 ORDER BY imported_at DESC LIMIT 1`,
          values: [companyId, ambiente],
        });
        return rows[0] ?? null;
      }),
    credentials: (companyId, ambiente) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<SealedCredentials>({
          name: 'authority-credentials',
          text: `SELECT username AS "user", sealed_password AS "sealedPassword"
                 FROM authority_credentials WHERE company_id = $1 AND environment = $2`,
          values: [companyId, ambiente],
        });
        return rows[0] ?? null;
      }),
    smtpPassword: (companyId) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<{ readonly sealed_password: string }>({
          name: 'smtp-password',
          text: 'SELECT sealed_password FROM smtp_passwords WHERE company_id = $1',
          values: [companyId],
        });
        return rows[0]?.sealed_password ?? null;
      }),
  };
}
