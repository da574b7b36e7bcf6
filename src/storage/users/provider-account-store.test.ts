import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailOf } from '../../../test/support/identifiers.ts';
import { sharedServingPool } from '../../../test/support/serving-pool.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { freshFor } from '../../../test/support/users-bench.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { createProviderAccountStore } from './provider-account-store.ts';
import { createSessionStore } from './session-store.ts';
import { createUserStore } from './user-store.ts';
import { createWayStore } from './way-store.ts';

const ISSUER = 'https://cuentas.example.com';

describe('accounts at the provider, behind a login that only serves', () => {
  const bench = sharedBench('PostgreSQL 18');
  let count = 0;
  const pool = sharedServingPool(bench);
  const accounts = shared(() => createProviderAccountStore(pool));

  async function user(passwordHash: string | null = null) {
    count += 1;
    const email = emailOf(`ana${count}@example.com`);
    const { userId } = await createUserStore(pool).create({
      email,
      name: 'Ana',
      isOperator: false,
      passwordHash,
    });
    return { userId, account: { issuer: ISSUER, subject: `sub${count}`, email } };
  }

  it('are linked, used and given up', async () => {
    const { userId, account } = await user();
    expect(await accounts.use(account)).toBeNull();
    expect(await accounts.link(userId, account)).toEqual({ kind: 'linked', ended: false, epoch: 1 });
    expect(await accounts.use(account)).toBe(userId);
    expect(await accounts.use({ ...account, issuer: 'https://otro.example.com' })).toBeNull();
    expect(await accounts.accountsOf(userId)).toMatchObject([account]);
    const ways = createWayStore(pool);
    const fresh = await freshFor(createSessionStore(pool), userId);
    const unlink = (issuer: string) => ways.change(fresh, { kind: 'provider_unlinked', issuer });
    expect([await unlink('https://otro.example.com'), await unlink(ISSUER)]).toEqual([
      'unknown',
      'only_way_in',
    ]);
    await ways.change(fresh, { kind: 'password_changed', hash: 'h' });
    expect(await unlink(ISSUER)).toBe('changed');
    expect(await accounts.use(account)).toBeNull();
  });

  it('end what else let somebody in as the user, and nothing of anybody else', async () => {
    const [one, other] = [await user('h'), await user('h')];
    const [sessions, passkeys] = [createSessionStore(pool), createPasskeyStore(pool)];
    for (const { userId } of [one, other]) {
      const passkey = { credentialId: randomBytes(16), userId, publicKey: randomBytes(9), counter: 0 };
      const fresh = await freshFor(sessions, userId);
      await createWayStore(pool).change(fresh, { kind: 'passkey_added', passkey, name: 'x' });
    }
    expect(await accounts.link(one.userId, one.account)).toMatchObject({ kind: 'linked', ended: true });
    const left = async ({ userId }: typeof one) => [
      (await sessions.accountOf(userId))?.passwordHash,
      (await passkeys.passkeysOf(userId)).length,
    ];
    expect([await left(one), await left(other)]).toEqual([
      [null, 0],
      ['h', 1],
    ]);
  });

  it('are of one user, who has one of each provider, whoever is first', async () => {
    const [one, other] = [await user('h'), await user('h')];
    const both = await Promise.all([
      accounts.link(one.userId, one.account),
      accounts.link(one.userId, { ...one.account, subject: 'otra' }),
      accounts.link(other.userId, one.account),
    ]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['linked', 'taken', 'taken']);
    const taken = both.findIndex(({ kind }) => kind === 'linked') === 2 ? one : other;
    expect((await createSessionStore(pool).accountOf(taken.userId))?.passwordHash).toBe('h');
  });

  it('come back once', async () => {
    const once = randomBytes(32);
    const both = await Promise.all([accounts.useOnce(once), accounts.useOnce(once)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await accounts.useOnce(randomBytes(32))).toBe(true);
  });
});
