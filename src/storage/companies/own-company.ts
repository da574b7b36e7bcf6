import { randomUUID } from 'node:crypto';
import { companyFileOf } from '../../core/company/company-file-of.ts';
import type { IssuingPlace, OwnCompany, StoredFile } from '../../operations/companies/own-ports.ts';
import type { SecretsRegistry } from '../../operations/companies/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { parseProfile } from './company-reader.ts';
import { setupIn } from './secrets-registry.ts';

/** The data of a company, for its own users: what is written goes through functions that ask for its pass. */
export function createOwnCompany(pool: Pool): OwnCompany {
  return {
    file: (companyId) => inCompany(pool, companyId, (client) => fileOf(client, companyId)),
    issuedFrom: (companyId, places) =>
      places.length === 0
        ? Promise.resolve([])
        : inCompany(pool, companyId, (client) => issuedFrom(client, companyId, places)),
    change: (companyId, before, after) =>
      call(pool, companyId, {
        text: 'change_own_profile($1, $2, $3)',
        values: [JSON.stringify(before.profile), JSON.stringify(companyFileOf(after))],
      }),
    changeMail: (companyId, { before, after, sealedPassword }) =>
      call(pool, companyId, {
        text: 'set_own_mail_account($1, $2, $3, $4)',
        values: [JSON.stringify(before.profile), JSON.stringify(companyFileOf(after)), sealedPassword],
      }),
    secrets: createOwnSecrets(pool),
  };
}

async function fileOf(client: Client, companyId: string): Promise<StoredFile> {
  const { rows } = await client.query<{ readonly profile: unknown }>(
    'SELECT profile FROM companies WHERE company_id = $1',
    [companyId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`the company ${companyId} is missing`);
  return { profile: row.profile, company: parseProfile(companyId, row.profile) };
}

async function issuedFrom(
  client: Client,
  companyId: string,
  places: readonly IssuingPlace[],
): Promise<readonly IssuingPlace[]> {
  const { rows } = await client.query<IssuingPlace>(
    `SELECT p.establishment, p.point_of_sale AS "pointOfSale"
     FROM unnest($2::text[], $3::text[]) AS p (establishment, point_of_sale)
     WHERE EXISTS (SELECT FROM documents d WHERE d.company_id = $1 AND d.establishment = p.establishment
       AND (p.point_of_sale IS NULL OR d.point_of_sale = p.point_of_sale))`,
    [
      companyId,
      places.map(({ establishment }) => establishment),
      places.map(({ pointOfSale }) => pointOfSale),
    ],
  );
  return rows;
}

function createOwnSecrets(pool: Pool): SecretsRegistry {
  const told = async (companyId: string, statement: Call): Promise<void> => {
    if (!(await call(pool, companyId, statement)))
      throw new Error(`the company ${companyId} has changed meanwhile`);
  };
  return {
    async addCertificate(companyId, ambiente, material) {
      const certificateId = randomUUID();
      const { nit, notBeforeMs, notAfterMs, publicKeySpki, sealedPrivateKey } = material;
      await told(companyId, {
        text: `add_own_certificate($1, $2, $3, $4, to_timestamp($5::float8 / 1000), to_timestamp($6::float8 / 1000), $7, $8)`,
        values: [
          certificateId,
          ambiente,
          nit,
          notBeforeMs,
          notAfterMs,
          Buffer.from(publicKeySpki),
          sealedPrivateKey,
        ],
      });
      return certificateId;
    },
    setCredentials: (companyId, ambiente, { user, sealedPassword }) =>
      told(companyId, {
        text: 'set_own_credentials($1, $2, $3, $4)',
        values: [ambiente, user, sealedPassword],
      }),
    setSmtpPassword: (companyId, sealedPassword) =>
      told(companyId, { text: 'set_own_smtp_password($1, $2)', values: [sealedPassword] }),
    setup: (companyId, ambiente) =>
      inCompany(pool, companyId, (client) => setupIn(client, companyId, ambiente)),
  };
}

/** A function of the schema with its arguments; the company is the first of them. */
interface Call {
  readonly text: string;
  readonly values: readonly unknown[];
}

function call(pool: Pool, companyId: string, { text, values }: Call): Promise<boolean> {
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<{ readonly done: boolean }>(`SELECT ${text} AS done`, [
      companyId,
      ...values,
    ]);
    return rows[0]?.done === true;
  });
}
