import { LIFETIMES } from '../../core/users/lifetimes.ts';
import type {
  Linking,
  ProviderAccount,
  ProviderAccountStore,
} from '../../operations/users/provider-ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { amongUsers } from '../connection/transaction.ts';
import { inMs, msOf } from './rows.ts';
import { endWays } from './way-store.ts';

/** The accounts at the provider that open the console. */
export function createProviderAccountStore(pool: Pool): ProviderAccountStore {
  const run = <T>(work: (client: Client) => Promise<T>) => amongUsers(pool, work);
  return {
    async use({ issuer, subject }) {
      const { rows } = await run((client) =>
        client.query<{ readonly user_id: string }>(
          `UPDATE provider_accounts SET last_used_at = statement_timestamp()
           WHERE issuer = $1 AND subject = $2 RETURNING user_id`,
          [issuer, subject],
        ),
      );
      return rows[0]?.user_id ?? null;
    },
    async accountsOf(userId) {
      const { rows } = await run((client) =>
        client.query<ProviderAccount>(
          `SELECT issuer, subject, email, ${msOf('linked_at')} AS "linkedAt", ${msOf('last_used_at')} AS "lastUsedAt"
           FROM provider_accounts WHERE user_id = $1 ORDER BY linked_at`,
          [userId],
        ),
      );
      return rows;
    },
    link: (userId, account) => run((client) => link(client, userId, account)),
    useOnce: (once) =>
      run(async (client) => {
        await client.query('DELETE FROM answered_challenges WHERE ends_at < statement_timestamp()');
        const { rowCount } = await client.query(
          `INSERT INTO answered_challenges (challenge_sha256, ends_at) VALUES ($1, ${inMs('$2')}) ON CONFLICT DO NOTHING`,
          [Buffer.from(once), LIFETIMES.ticketMs],
        );
        return rowCount === 1;
      }),
  };
}

async function link(
  client: Client,
  userId: string,
  { issuer, subject, email }: Parameters<ProviderAccountStore['link']>[1],
): Promise<Linking> {
  const { rowCount } = await client.query(
    `INSERT INTO provider_accounts (issuer, subject, user_id, email, last_used_at)
     VALUES ($1, $2, $3, $4, clock_timestamp()) ON CONFLICT DO NOTHING`,
    [issuer, subject, userId, email],
  );
  if (rowCount !== 1) return { kind: 'taken' };
  const { ended, epoch } = await endWays(client, userId, issuer);
  return { kind: 'linked', ended: ended > 0, epoch };
}
