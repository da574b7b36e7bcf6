import type { FreshSession, WayChange, WayOutcome, WayStore } from '../../operations/users/ways-ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { amongUsers } from '../connection/transaction.ts';
import { lockUser } from './new-users.ts';

/** What lets a user in. */
const WAYS = ['user_passwords', 'passkeys', 'provider_accounts'] as const;
const COUNT = WAYS.map((table) => `(SELECT count(*) FROM ${table} WHERE user_id = $1)`).join(' + ');

/** More than anybody has devices. */
const MOST_PASSKEYS = 20;

/** The ways by which users come in, all of which change here. */
export function createWayStore(pool: Pool): WayStore {
  const run = <T>(work: (client: Client) => Promise<T>) => amongUsers(pool, work);
  return {
    change: (session, change) => run((client) => changeWay(client, session, change)),
    hasAny: (userId) => run(async (client) => (await countWays(client, userId)) > 0),
    endAll: (userId) => run(async (client) => void (await endWays(client, userId))),
    replaceAll: (userId, hash) =>
      run(async (client) => {
        const { epoch } = await endWays(client, userId);
        await setPassword(client, userId, hash);
        return epoch;
      }),
  };
}

interface Ended {
  /** How many ways there were. */
  readonly ended: number;
  readonly epoch: number;
}

/** Begins another epoch of the user, in which nobody comes in by what was checked before. */
async function nextEpoch(client: Client, userId: string, more = ''): Promise<number> {
  const { rows } = await client.query<{ readonly epoch: number }>(
    `UPDATE users SET ${more}epoch = epoch + 1 WHERE user_id = $1 RETURNING epoch`,
    [userId],
  );
  return rows[0]?.epoch ?? 0;
}

/**
 * Ends what lets a user in, but for the account at the issuer that is given, and every session and link. What lets the user in from now on came by the installation, its provider or the operator, so the user is proven.
 */
export async function endWays(client: Client, userId: string, but: string | null = null): Promise<Ended> {
  await lockUser(client, userId);
  const remove = async (table: string, ...[more = '', ...values]: readonly (string | null)[]) => {
    const text = `DELETE FROM ${table} WHERE user_id = $1 ${more ?? ''}`;
    return (await client.query(text, [userId, ...values])).rowCount ?? 0;
  };
  const passwords = await remove('user_passwords');
  const passkeys = await remove('passkeys');
  const accounts = await remove('provider_accounts', 'AND issuer IS DISTINCT FROM $2', but);
  // What came of those.
  await remove('user_tokens');
  await remove('sessions');
  const epoch = await nextEpoch(client, userId, 'proven_at = coalesce(proven_at, statement_timestamp()), ');
  return { ended: passwords + passkeys + accounts, epoch };
}

async function countWays(client: Client, userId: string): Promise<number> {
  const { rows } = await client.query<{ readonly ways: number }>(`SELECT (${COUNT})::int AS ways`, [userId]);
  return rows[0]?.ways ?? 0;
}

async function changeWay(
  client: Client,
  { userId, sessionId }: FreshSession,
  change: WayChange,
): Promise<WayOutcome> {
  await lockUser(client, userId);
  const own = 'SELECT FROM sessions WHERE user_id = $1 AND session_id = $2';
  // A reset may have ended it while this change waited.
  if ((await client.query(own, [userId, sessionId])).rows.length === 0) return 'sign_in_again';
  switch (change.kind) {
    case 'password_changed':
      await setPassword(client, userId, change.hash);
      await nextEpoch(client, userId);
      await client.query('DELETE FROM user_tokens WHERE user_id = $1', [userId]);
      await client.query('DELETE FROM sessions WHERE user_id = $1 AND session_id <> $2', [userId, sessionId]);
      return 'changed';
    case 'passkey_added':
      return addPasskey(client, userId, change);
    case 'passkey_removed':
      return removeWay(client, userId, {
        where: 'passkeys WHERE user_id = $1 AND credential_id = $2',
        value: Buffer.from(change.id, 'base64url'),
      });
    case 'provider_unlinked':
      return removeWay(client, userId, {
        where: 'provider_accounts WHERE user_id = $1 AND issuer = $2',
        value: change.issuer,
      });
  }
}

async function setPassword(client: Client, userId: string, hash: string): Promise<void> {
  await client.query(
    `INSERT INTO user_passwords (user_id, hash) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at`,
    [userId, hash],
  );
}

async function addPasskey(
  client: Client,
  userId: string,
  { passkey, name }: Extract<WayChange, { readonly kind: 'passkey_added' }>,
): Promise<WayOutcome> {
  const { credentialId, publicKey, counter } = passkey;
  const { rowCount } = await client.query(
    `INSERT INTO passkeys (credential_id, user_id, public_key, counter, name)
     SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $2) < ${MOST_PASSKEYS}
     ON CONFLICT (credential_id) DO NOTHING`,
    [Buffer.from(credentialId), userId, Buffer.from(publicKey), counter, name],
  );
  return rowCount === 1 ? 'changed' : 'passkey_not_added';
}

async function removeWay(
  client: Client,
  userId: string,
  { where, value }: { readonly where: string; readonly value: unknown },
): Promise<WayOutcome> {
  const { rows } = await client.query(`SELECT FROM ${where}`, [userId, value]);
  if (rows.length === 0) return 'unknown';
  if ((await countWays(client, userId)) === 1) return 'only_way_in';
  await client.query(`DELETE FROM ${where}`, [userId, value]);
  return 'changed';
}
