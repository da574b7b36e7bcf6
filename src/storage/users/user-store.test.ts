import { beforeAll, describe, expect, it } from 'vitest';
import { emailOf } from '../../../test/support/identifiers.ts';
import { sharedServingPool } from '../../../test/support/serving-pool.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { freshFor } from '../../../test/support/users-bench.ts';
import { TOKENS } from '../../identity/tokens.ts';
import { createUserDeeds } from './deed-store.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { createSessionStore } from './session-store.ts';
import { createUserStore } from './user-store.ts';
import { createWayStore } from './way-store.ts';

const ORIGIN = { address: '192.0.2.7', agent: 'Prueba/1' };

describe('users behind a login that only serves', () => {
  const bench = sharedBench('PostgreSQL 18');
  let companyId: string;
  beforeAll(async () => {
    companyId = await bench.addCompany();
  });
  const pool = sharedServingPool(bench);

  it('come in with the pass of the queues, by every way there is', async () => {
    const [users, sessions, deeds] = [createUserStore(pool), createSessionStore(pool), createUserDeeds(pool)];
    const made = { email: emailOf('ana@example.com'), name: 'Ana', isOperator: false, passwordHash: 'h' };
    const { userId } = await users.create(made);
    expect(await users.create(made)).toEqual({ kind: 'exists', userId });
    await users.setRole(companyId, userId, 'owner');
    const { token, hash } = TOKENS.fresh();
    expect(token).toHaveLength(43);
    expect(await sessions.begin({ userId, epoch: 0, token: hash, origin: ORIGIN })).toMatchObject({
      memberships: [{ companyId, role: 'owner' }],
    });
    expect(await sessions.account(made.email, ORIGIN.address)).toMatchObject({
      passwordHash: 'h',
      isKnownAddress: false,
    });
    const by = { userId, userName: 'Ana', address: ORIGIN.address };
    await deeds.record({ companyId: null, by, deed: 'signed_in', documentId: null, subject: '' });
    await deeds.record({ companyId, by, deed: 'exported', documentId: null, subject: '' });
    expect(await sessions.account(made.email, ORIGIN.address)).toMatchObject({ isKnownAddress: true });
    expect(await users.listOf(companyId)).toMatchObject([
      { userId, role: 'owner', lastUsedAt: expect.any(Number) },
    ]);
    expect(await users.list()).toMatchObject([{ userId, companies: [{ role: 'owner' }] }]);
    expect((await deeds.latest(companyId, { most: 5 })).map(({ deed }) => deed)).toEqual(['exported']);
    const invitation = {
      companyId,
      email: emailOf('eva@example.com'),
      name: 'Eva',
      role: 'cashier',
      invitedBy: userId,
      proves: false,
    } as const;
    await users.invite(invitation, TOKENS.hashOf('x'));
    const eva = await users.accept(TOKENS.hashOf('x'), { name: 'Eva', passwordHash: 'h' });
    expect(await users.listOf(companyId)).toMatchObject([{ userId }, { name: 'Eva', lastUsedAt: null }]);
    const byEva = {
      userId: eva.kind === 'accepted' ? eva.userId : '',
      userName: 'Eva',
      address: ORIGIN.address,
    };
    expect(await users.byEmail(invitation.email)).toMatchObject({
      isProven: false,
      createdAt: expect.any(Number),
      invited: { by: 'Ana', slug: expect.any(String) },
    });
    expect(await users.byEmail(made.email)).toMatchObject({ isProven: true, invited: null });
    await deeds.record({ companyId, by: byEva, deed: 'issued', documentId: null, subject: '' });
    expect(await users.listOf(companyId)).toMatchObject([
      { userId },
      { name: 'Eva', lastUsedAt: expect.any(Number) },
    ]);
    const [passkeys, ways] = [createPasskeyStore(pool), createWayStore(pool)];
    const fresh = await freshFor(sessions, userId);
    const passkey = { credentialId: Buffer.from('id'), userId, publicKey: Buffer.from('k'), counter: 0 };
    const added = { kind: 'passkey_added', passkey, name: 'Teléfono' } as const;
    expect([await ways.change(fresh, added), await ways.change(fresh, added)]).toEqual([
      'changed',
      'passkey_not_added',
    ]);
    const answered = { challenge: TOKENS.hashOf('c'), passkey: { ...passkey, counter: 7 } };
    expect([await passkeys.answer(answered), await passkeys.answer(answered)]).toEqual([true, false]);
    expect(await passkeys.passkey(passkey.credentialId)).toMatchObject({ userId, counter: 7 });
    expect(await ways.change(fresh, { kind: 'password_changed', hash: 'other' })).toBe('changed');
    expect(await sessions.find(hash, ORIGIN)).toBeNull();
    expect(await ways.change(fresh, { kind: 'passkey_removed', id: 'xx' })).toBe('unknown');
    await ways.endAll(userId);
    expect(await ways.hasAny(userId)).toBe(false);
    await ways.replaceAll(userId, 'h');
    expect(await ways.hasAny(userId)).toBe(true);
  });

  it('are nobody without it', async () => {
    const without = { ...pool, passOf: () => '' };
    const [users, sessions] = [createUserStore(without), createSessionStore(without)];
    expect(await sessions.account(emailOf('ana@example.com'), '')).toBeNull();
    expect(await users.list()).toEqual([]);
    expect(await users.companies()).toEqual([]);
    const made = { email: emailOf('oto@example.com'), name: 'Oto', isOperator: true, passwordHash: null };
    await expect(users.create(made)).rejects.toThrow('row-level security');
  });
});
