import { LIFETIMES } from '../../core/users/lifetimes.ts';
import type { KeptPasskey, Passkey, PasskeyStore, PasskeySummary } from '../../operations/users/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { amongUsers } from '../connection/transaction.ts';
import { inMs, msOf } from './rows.ts';

interface SummaryRow {
  readonly credential_id: Buffer;
  readonly name: string;
  readonly added_ms: number;
  readonly last_used_ms: number | null;
}

export function createPasskeyStore(pool: Pool): PasskeyStore {
  const run = <T>(work: (client: Client) => Promise<T>) => amongUsers(pool, work);
  return {
    async passkeysOf(userId) {
      const { rows } = await run((client) =>
        client.query<SummaryRow>(
          `SELECT credential_id, name, ${msOf('added_at')} AS added_ms, ${msOf('last_used_at')} AS last_used_ms
           FROM passkeys WHERE user_id = $1 ORDER BY added_at`,
          [userId],
        ),
      );
      return rows.map(toSummary);
    },
    async passkey(credentialId) {
      const { rows } = await run((client) =>
        client.query<KeptPasskey>(
          `SELECT p.credential_id AS "credentialId", u.user_id AS "userId", p.public_key AS "publicKey",
             p.counter::float8 AS counter, u.epoch
           FROM passkeys p JOIN users u USING (user_id) WHERE p.credential_id = $1`,
          [Buffer.from(credentialId)],
        ),
      );
      return rows[0] ?? null;
    },
    answer: ({ challenge, passkey }) => run((client) => answer(client, challenge, passkey)),
  };
}

function toSummary(row: SummaryRow): PasskeySummary {
  const { name, added_ms: addedAt, last_used_ms: lastUsedAt } = row;
  return { id: row.credential_id.toString('base64url'), name, addedAt, lastUsedAt };
}

async function answer(client: Client, challenge: Uint8Array, passkey: Passkey | null): Promise<boolean> {
  await client.query('DELETE FROM answered_challenges WHERE ends_at < statement_timestamp()');
  const { rowCount } = await client.query(
    `INSERT INTO answered_challenges (challenge_sha256, ends_at) VALUES ($1, ${inMs('$2')}) ON CONFLICT DO NOTHING`,
    [Buffer.from(challenge), LIFETIMES.challengeMs],
  );
  if (rowCount !== 1) return false;
  if (passkey !== null)
    await client.query(
      'UPDATE passkeys SET counter = $2, last_used_at = statement_timestamp() WHERE credential_id = $1',
      [Buffer.from(passkey.credentialId), passkey.counter],
    );
  return true;
}
