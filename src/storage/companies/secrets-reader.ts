import type { Ambiente } from '../../core/dte/kinds.ts';
import { createKept } from '../../core/memory/recent.ts';
import type { Clock } from '../../operations/documents/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';

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

/** A certificate that is imported is used within this time, and at once where the one before cannot sign. */
const CERTIFICATE_KEPT_MS = 10_000;
/** Certificates that a node keeps. */
const CERTIFICATES = 5_000;

/** What the service reads to sign and to authenticate; passwords are read on every use. */
export function createSecretsReader(pool: Pool, clock: Pick<Clock, 'now' | 'monotonic'>): SecretsReader {
  const certificates = createKept((name) => readCertificate(pool, name), {
    forMs: CERTIFICATE_KEPT_MS,
    most: CERTIFICATES,
    monotonic: clock.monotonic,
    isUsable: ({ notBeforeMs, notAfterMs }) => notBeforeMs <= clock.now() && clock.now() <= notAfterMs,
  });
  return {
    certificate: (companyId, ambiente) => certificates(`${companyId} ${ambiente}`),
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

async function readCertificate(pool: Pool, name: string): Promise<CertificateInForce | null> {
  const [companyId = '', ambiente] = name.split(' ');
  const [row] = await callForCompany<CertificateInForce>(pool, companyId, {
    name: 'certificate-in-force',
    text: `SELECT certificate_id AS "certificateId", sealed_private_key AS "sealedPrivateKey",
             public_key AS "publicKeySpki", not_before_ms AS "notBeforeMs", not_after_ms AS "notAfterMs"
           FROM certificate_in_force(${COMPANY}, $3)`,
    values: [ambiente],
  });
  return row ?? null;
}
