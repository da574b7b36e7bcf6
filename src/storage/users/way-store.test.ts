import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedServingPool } from '../../../test/support/serving-pool.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { until } from '../../../test/support/until.ts';
import { freshEmail, freshFor, ORIGIN } from '../../../test/support/users-bench.ts';
import { TOKENS } from '../../identity/tokens.ts';
import type { Account } from '../../operations/users/ports.ts';
import type { WayChange } from '../../operations/users/ways-ports.ts';
import { createSessionStore } from './session-store.ts';
import { createUserStore } from './user-store.ts';
import { createWayStore } from './way-store.ts';

describe('what lets a user in', () => {
  const bench = sharedBench('PostgreSQL 18');
  const pool = sharedServingPool(bench);
  const sessions = shared(() => createSessionStore(pool));
  const ways = shared(() => createWayStore(pool));
  let userId: string;
  beforeEach(async () => {
    const made = { email: freshEmail(), name: 'Ana', isOperator: false, passwordHash: 'h' };
    userId = (await createUserStore(pool).create(made)).userId;
  });
  const passkey = (): WayChange => {
    const kept = { credentialId: randomBytes(16), userId, publicKey: randomBytes(9), counter: 0 };
    return { kind: 'passkey_added', passkey: kept, name: 'x' };
  };
  const begin = async ({ epoch }: Pick<Account, 'epoch'>) =>
    sessions.begin({ userId, epoch, token: TOKENS.fresh().hash, origin: ORIGIN });
  const account = async (): Promise<Account> => {
    const found = await sessions.accountOf(userId);
    if (found === null) throw new Error('the user is gone');
    return found;
  };

  it('ends together with what came while the end waited for its turn', async () => {
    const other = new pg.Client({ connectionString: bench.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM users WHERE user_id = $1 FOR UPDATE', [userId]);
    const ending = ways.endAll(userId);
    await until(
      async () =>
        (
          await bench.asSuperuser`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock'`
        ).length > 0,
      'the end to wait',
    );
    await other.query(
      `INSERT INTO passkeys (credential_id, user_id, public_key, counter, name) VALUES ('late', $1, '', 0, '')`,
      [userId],
    );
    await other.query('COMMIT');
    await ending;
    await other.end();
    expect(await ways.hasAny(userId)).toBe(false);
  });

  it('is changed by no session that has ended', async () => {
    const fresh = await freshFor(sessions, userId);
    await ways.endAll(userId);
    expect(await ways.change(fresh, passkey())).toBe('sign_in_again');
    expect(await ways.hasAny(userId)).toBe(false);
  });

  it('begins no session once it has ended, or the password is another', async () => {
    const [first, fresh] = [await account(), await freshFor(sessions, userId)];
    expect(await begin(first)).not.toBeNull();
    await ways.change(fresh, { kind: 'password_changed', hash: 'other' });
    expect(await begin(first)).toBeNull();
    const second = await account();
    await ways.endAll(userId);
    expect(await begin(second)).toBeNull();
    expect(await begin({ epoch: await ways.replaceAll(userId, 'h') })).not.toBeNull();
  });
});
