import type { Ambiente } from '../core/dte/kinds.ts';
import { type IdentifiedKey, type KeyReader, NOBODYS_PUBLIC_ID } from '../operations/access-ports.ts';
import { companyOf, createProfileReader, PROFILE_COLUMNS, type ProfileRow } from './company-profile.ts';
import type { Client, Pool } from './pool.ts';
import { inCompany, inTransaction } from './transaction.ts';

interface KeyRow {
  readonly company_id: string;
  readonly key_id: string;
  readonly environment: Ambiente;
  readonly secret_hmac: Uint8Array;
  readonly per_minute: number;
  readonly per_hour: number;
}

/** Stands for the company of a key that does not exist, so that the look-up takes the same statements for every key. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000';

const USE_NOTED_EVERY_MS = 60_000;

/** Finds keys by their public part; row-level security shows that one row and then that one company. */
export function createKeyReader(pool: Pool): KeyReader {
  const profiles = createProfileReader();
  const look = (publicId: string) =>
    inTransaction(pool, async (client): Promise<IdentifiedKey | null> => {
      const key = await findKey(client, publicId);
      const companyId = key?.company_id ?? NO_COMPANY;
      const known = profiles.known(companyId);
      const profile = await findProfile(client, companyId, known?.version ?? '');
      if (key === null || profile === null) return null;
      return {
        keyId: key.key_id,
        ambiente: key.environment,
        secretHmac: key.secret_hmac,
        limits: { perMinute: key.per_minute, perHour: key.per_hour },
        companyId,
        company: companyOf(profiles, { companyId, known }, profile),
      };
    });
  const lookForNobody = atMost(NOBODYS_CONNECTIONS, () => look(NOBODYS_PUBLIC_ID));
  return {
    noteUse: useNoter(pool),
    identify: (publicId) => (publicId === NOBODYS_PUBLIC_ID ? lookForNobody() : look(publicId)),
  };
}

/** A flood of requests without a key gets no more of the pool than this. */
const NOBODYS_CONNECTIONS = 2;

/** Null at once where so many are at work already. */
function atMost<T>(limit: number, work: () => Promise<T>): () => Promise<T | null> {
  let running = 0;
  return async () => {
    if (running >= limit) return null;
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}

async function findKey(client: Client, publicId: string): Promise<KeyRow | null> {
  // In a statement of its own: within one, the planner may look at the rows before the policy can see the setting.
  await client.query({
    name: 'present-key',
    text: `SELECT set_config('sello.key_public_id', $1, true)`,
    values: [publicId],
  });
  const { rows } = await client.query<KeyRow>({
    name: 'find-key',
    text: `SELECT company_id, key_id, environment, secret_hmac, per_minute, per_hour
           FROM api_keys WHERE public_id = $1 AND (revoked_at IS NULL OR revoked_at > clock_timestamp())`,
    values: [publicId],
  });
  return rows[0] ?? null;
}

async function findProfile(
  client: Client,
  companyId: string,
  knownVersion: string,
): Promise<ProfileRow | null> {
  await client.query({
    name: 'set-company',
    text: `SELECT set_config('sello.company_id', $1, true)`,
    values: [companyId],
  });
  const { rows } = await client.query<ProfileRow>({
    name: 'find-profile',
    text: `SELECT ${PROFILE_COLUMNS} FROM companies WHERE company_id = $1`,
    values: [companyId, knownVersion],
  });
  return rows[0] ?? null;
}

interface UsedKey {
  readonly companyId: string;
  readonly keyId: string;
}

/** Of the requests of a minute, the first of each node asks the database, and the first of all nodes writes. */
function useNoter(pool: Pool): (key: UsedKey) => void {
  const askedAtMs = new Map<string, number>();
  return (key) => {
    const nowMs = performance.now();
    const lastMs = askedAtMs.get(key.keyId);
    if (lastMs !== undefined && nowMs - lastMs < USE_NOTED_EVERY_MS) return;
    askedAtMs.set(key.keyId, nowMs);
    inCompany(pool, key.companyId, (client) => writeUse(client, key)).catch(() => undefined);
  };
}

/** A row that somebody else is writing is left alone: it is the operator's, or another node has just noted the use. */
async function writeUse(client: Client, { companyId, keyId }: UsedKey): Promise<void> {
  await client.query({
    name: 'note-use',
    text: `UPDATE api_keys SET last_used_at = clock_timestamp()
           WHERE company_id = $1 AND key_id = (
             SELECT key_id FROM api_keys
             WHERE company_id = $1 AND key_id = $2
               AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')
             FOR NO KEY UPDATE SKIP LOCKED)`,
    values: [companyId, keyId],
  });
}
