import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { emailOf } from '../../../test/support/identifiers.ts';
import { freshEmail, ORIGIN, PASSWORD, sharedUsers, tokenIn } from '../../../test/support/users-bench.ts';
import type { Email } from '../../core/identifiers/email.ts';
import { createBuckets } from '../access/buckets.ts';
import { inviteUser } from './invitations.ts';
import { changePassword } from './passwords.ts';
import type { Origin } from './ports.ts';
import type { Errand, IdentityProvider, ProviderClaims } from './provider-ports.ts';
import { departToProvider, returnFromProvider, unlinkProviderAccount } from './provider-sign-in.ts';
import { signIn } from './sign-in.ts';
import { SIGN_INS_OF_ADDRESS } from './users-context.ts';

const ISSUER = 'https://cuentas.example.com';
const COME_IN: Errand = { next: '/app', invitation: null };
const BY = { userId: null, userName: 'La dueña', address: '' };

/** What the provider of these tests says of whoever comes back next. */
type Said = Partial<Omit<ProviderClaims, 'email'>> & { readonly email?: string };

describeOnDatabases('a sign-in by a provider', (name) => {
  let said: Said;
  let errand: Errand;
  let once: Buffer;
  /** A new address for each test. */
  let email: Email;
  const provider: IdentityProvider = {
    name: 'Prueba',
    depart: async () => ({ kind: 'departed', address: ISSUER, ticket: 'x' }),
    returned: () => ({ errand, once, prove: async () => ({ kind: 'proven', claims: claims() }) }),
  };
  const claims = (): ProviderClaims => {
    const right = { issuer: ISSUER, subject: `sub ${email}`, isEmailVerified: true };
    return { ...right, ...said, email: emailOf(said.email ?? email) };
  };
  const { users, context } = sharedUsers(name, { provider });
  beforeEach(() => {
    email = freshEmail();
    said = {};
  });

  async function user(passwordHash: string | null = null): Promise<string> {
    const made = { email, name: 'Ana Flores', isOperator: false, passwordHash };
    return (await context.users.create(made)).userId;
  }
  async function back(saying: Said = {}, going: Errand = COME_IN) {
    [said, errand, once] = [saying, going, randomBytes(32)];
    return returnFromProvider(context, { ticket: 'x', search: '', origin: ORIGIN });
  }
  const refusedAs = (code: string, words = '') => ({
    entered: { kind: 'refused', code, detail: expect.stringContaining(words) },
  });
  const inAs = (userId: string) => ({ entered: { kind: 'signed_in', session: { userId } } });
  const deedsOf = async (userId: string) =>
    (await context.deeds.latest(null, { userId, most: 9 })).map(({ deed, subject }) => [deed, subject]);

  it('links the account whose verified address is a user’s, and records it', async () => {
    const userId = await user();
    expect(await back()).toMatchObject({ ...inAs(userId), errand: COME_IN, hasReplaced: false });
    expect(await back()).toMatchObject(inAs(userId));
    expect(await deedsOf(userId)).toEqual([
      ['signed_in', 'Prueba'],
      ['signed_in', 'Prueba'],
      ['provider_linked', 'Prueba'],
    ]);
    expect(await context.providerAccounts.accountsOf(userId)).toEqual([
      {
        issuer: ISSUER,
        subject: `sub ${email}`,
        email,
        linkedAt: expect.any(Number),
        lastUsedAt: expect.any(Number),
      },
    ]);
  });

  it('then knows the account by its subject, whatever its address has become', async () => {
    const userId = await user();
    await back();
    expect(await back({ email: freshEmail(), isEmailVerified: false })).toMatchObject(inAs(userId));
    // That of another user opens nothing of hers, and hers nothing of theirs.
    const mine = email;
    email = freshEmail();
    const other = await user();
    expect(await back({ subject: `sub ${mine}` })).toMatchObject(inAs(userId));
    expect(await back()).toMatchObject(inAs(other));
  });

  it.each<[string, Said, string]>([
    ['an address that is not verified', { isEmailVerified: false }, 'no confirma'],
    ['an address that nobody has', { email: 'nadie@example.com' }, 'Pida una invitación'],
  ])('is refused with %s, and recorded', async (_, saying, words) => {
    const userId = await user();
    const code = saying.isEmailVerified === false ? 'provider_unverified' : 'provider_unknown';
    expect(await back(saying)).toMatchObject(refusedAs(code, words));
    expect(await context.providerAccounts.accountsOf(userId)).toEqual([]);
    const [last] = await context.deeds.latest(null, { most: 1 });
    expect(last).toMatchObject({
      deed: 'sign_in_refused',
      subject: 'Prueba',
      by: { userId: null, userName: saying.email ?? email, address: ORIGIN.address },
    });
  });

  it('is refused to another account that has the address now', async () => {
    const userId = await user();
    await back();
    expect(await back({ subject: 'heredera' })).toMatchObject(
      refusedAs('provider_other_account', 'otra cuenta de Prueba'),
    );
    expect(await context.providerAccounts.accountsOf(userId)).toHaveLength(1);
    // The same subject at another issuer is somebody else.
    expect(await back({ issuer: 'https://otro.example.com', email: 'nadie@example.com' })).toMatchObject(
      refusedAs('provider_unknown'),
    );
  });

  it('is refused to a disabled user, before and after the link', async () => {
    const userId = await user();
    await context.users.setDisabled(userId, true);
    expect(await back()).toMatchObject(refusedAs('provider_disabled'));
    expect(await context.providerAccounts.accountsOf(userId)).toEqual([]);
    await context.users.setDisabled(userId, false);
    expect(await back()).toMatchObject(inAs(userId));
    await context.users.setDisabled(userId, true);
    expect(await back()).toMatchObject(refusedAs('provider_disabled'));
    const [last] = await context.deeds.latest(null, { userId, most: 1 });
    expect(last).toMatchObject({ deed: 'sign_in_refused', subject: 'Prueba' });
  });

  it('ends what somebody else may have put before the door: password, sessions and links', async () => {
    const userId = await user(await context.passwords.hash(PASSWORD));
    const before = await users.sessionOf(userId);
    const { hash } = context.tokens.fresh();
    await context.sessions.addToken(userId, 'reset', hash);
    expect(await back()).toMatchObject({ ...inAs(userId), hasReplaced: true });
    expect(await signIn(context, { email, password: PASSWORD, origin: ORIGIN })).toMatchObject({
      code: 'sign_in_refused',
    });
    expect((await context.sessions.sessionsOf(userId)).map((one) => one.sessionId)).not.toContain(
      before.sessionId,
    );
    expect(await context.sessions.tokenOwner('reset', hash)).toBeNull();
    // What the user sets afterwards stays.
    const session = await users.sessionOf(userId);
    const set = { before: '', password: PASSWORD, origin: ORIGIN };
    expect(await changePassword(context, session, { ...set, nowMs: Date.now() + 3_600_000 })).toMatchObject({
      code: 'sign_in_again',
    });
    expect(await changePassword(context, session, { ...set, nowMs: Date.now() })).toEqual({
      kind: 'changed',
    });
    expect(await back()).toMatchObject({ ...inAs(userId), hasReplaced: false });
    expect(await signIn(context, { email, password: PASSWORD, origin: ORIGIN })).toMatchObject({
      kind: 'signed_in',
    });
  });

  it('lets nobody come back twice, and only with a ticket', async () => {
    await user();
    await back();
    const again = () => returnFromProvider(context, { ticket: 'x', search: '', origin: ORIGIN });
    expect(await again()).toMatchObject({ ...refusedAs('provider_expired', 'Prueba'), errand: null });
    expect(await returnFromProvider(context, { ticket: null, search: '', origin: ORIGIN })).toMatchObject(
      refusedAs('provider_expired'),
    );
    once = randomBytes(32);
    const both = await Promise.all([again(), again()]);
    expect(both.map((one) => one?.entered.kind).sort()).toEqual(['refused', 'signed_in']);
  });

  it('is counted by address, there and back', async () => {
    const counted = {
      ...context,
      tries: { ...context.tries, ofAddress: createBuckets(() => 0, SIGN_INS_OF_ADDRESS) },
    };
    const origin: Origin = { ...ORIGIN, address: '198.51.100.9' };
    for (let one = 0; one < SIGN_INS_OF_ADDRESS.burst; one += 1)
      expect(await departToProvider(counted, { errand: COME_IN, origin })).toMatchObject({
        kind: 'departed',
      });
    expect(await departToProvider(counted, { errand: COME_IN, origin })).toMatchObject({
      code: 'too_many_tries',
    });
    once = randomBytes(32);
    expect(await returnFromProvider(counted, { ticket: 'x', search: '', origin })).toMatchObject(
      refusedAs('too_many_tries'),
    );
  });

  it('is there where a provider is, and says that it is silent', async () => {
    const without = { ...context, provider: null };
    expect(await departToProvider(without, { errand: COME_IN, origin: ORIGIN })).toBeNull();
    expect(await returnFromProvider(without, { ticket: 'x', search: '', origin: ORIGIN })).toBeNull();
    const reasons: unknown[] = [];
    const log = { warn: (...line: readonly unknown[]) => void reasons.push(line) };
    const silence = { kind: 'silent', reason: 'OAUTH_TIMEOUT' } as const;
    const silent = { ...provider, depart: async () => silence };
    expect(
      await departToProvider({ ...context, log, provider: silent }, { errand: COME_IN, origin: ORIGIN }),
    ).toMatchObject({
      code: 'provider_silent',
      detail: expect.stringContaining('Prueba no responde'),
    });
    for (const kind of ['silent', 'refused'] as const) {
      const returned = () => ({
        errand: COME_IN,
        once: randomBytes(32),
        prove: async () => ({ kind, reason: 'x' }),
      });
      const told = { ...context, log, provider: { ...provider, returned } };
      expect(await returnFromProvider(told, { ticket: 'x', search: '', origin: ORIGIN })).toMatchObject(
        refusedAs(`provider_${kind}`),
      );
    }
    expect(reasons).toEqual([
      ['provider_silent', { reason: 'OAUTH_TIMEOUT' }],
      ['provider_silent', { reason: 'x' }],
      ['provider_refused', { reason: 'x' }],
    ]);
  });

  it('may be given up where there is another way in', async () => {
    const userId = await user();
    await back();
    const session = await users.sessionOf(userId);
    const unlink = (issuer = ISSUER) =>
      unlinkProviderAccount(context, session, { issuer, origin: ORIGIN, nowMs: Date.now() });
    expect(await unlink()).toMatchObject({ code: 'only_way_in', status: 409 });
    await changePassword(context, session, {
      before: '',
      password: PASSWORD,
      origin: ORIGIN,
      nowMs: Date.now(),
    });
    expect(await unlink('https://otro.example.com')).toEqual({ kind: 'changed' });
    expect(await context.providerAccounts.accountsOf(userId)).toHaveLength(1);
    expect(await unlink()).toEqual({ kind: 'changed' });
    expect(await context.providerAccounts.accountsOf(userId)).toEqual([]);
    expect((await deedsOf(userId))[0]).toEqual(['provider_unlinked', 'Prueba']);
  });

  async function invitation(
    role: 'owner' | 'operator' = 'owner',
  ): Promise<Errand & { readonly companyId: string | null }> {
    const companyId = role === 'operator' ? null : await users.addCompany();
    const invited = await inviteUser(context, {
      by: BY,
      isOperator: true,
      companyId,
      email,
      name: 'Ana Flores',
      role,
    });
    if (invited.kind === 'refused') throw new Error(invited.detail);
    const [mail] = users.mails;
    const link = mail?.message.kind === 'invitation' ? mail.message.link : '';
    return { next: '/app', invitation: tokenIn(link), companyId };
  }

  it('accepts an invitation to the same address, without a password, once', async () => {
    const { companyId, ...going } = await invitation();
    const entry = await back({}, going);
    expect(entry).toMatchObject({
      entered: { kind: 'signed_in', session: { email, memberships: [{ companyId }] } },
    });
    const userId = entry?.entered.kind === 'signed_in' ? entry.entered.session.userId : '';
    expect((await context.sessions.accountOf(userId))?.passwordHash).toBeNull();
    expect(await back({}, going)).toMatchObject({ ...refusedAs('link_ended'), errand: going });
    expect(await back()).toMatchObject(inAs(userId));
  });

  it('accepts that of an operator, and of a user whom it knows already', async () => {
    expect(await back({}, await invitation('operator'))).toMatchObject({
      entered: { session: { isOperator: true } },
    });
    email = freshEmail();
    const userId = await user();
    await back();
    const { companyId, ...going } = await invitation();
    // What the account is called meanwhile says nothing about the user.
    expect(await back({ email: freshEmail() }, going)).toMatchObject({
      entered: { session: { userId, memberships: [{ companyId }] } },
    });
  });

  it('proves the address, and ends what came before, of whoever accepts to be in a second company', async () => {
    const passwordHash = await context.passwords.hash(PASSWORD);
    const first = { companyId: await users.addCompany(), email, name: 'Ana', role: 'cashier' } as const;
    const { hash } = context.tokens.fresh();
    await context.users.invite({ ...first, invitedBy: null, proves: false }, hash);
    const made = await context.users.accept(hash, { name: 'Ana', passwordHash });
    const { companyId, ...going } = await invitation();
    expect(await back({}, going)).toMatchObject({
      entered: { session: { memberships: [{}, {}] } },
      hasReplaced: true,
    });
    const userId = made.kind === 'accepted' ? made.userId : '';
    expect(await context.users.byEmail(email)).toMatchObject({ userId, isProven: true });
    expect((await context.sessions.accountOf(userId))?.passwordHash).toBeNull();
  });

  it('accepts no invitation of somebody else', async () => {
    const { companyId: _, ...going } = await invitation();
    const mine = email;
    for (const saying of [{ email: 'otra@example.com' }, { isEmailVerified: false }]) {
      const code = saying.isEmailVerified === false ? 'provider_unverified' : 'provider_not_invited';
      expect(await back(saying, going)).toMatchObject({ ...refusedAs(code), errand: going });
    }
    // Nor does one of a user whose account is called like that now.
    email = freshEmail();
    await user();
    await back();
    expect(await back({ subject: `sub ${email}`, email: mine }, going)).toMatchObject(
      refusedAs('provider_not_invited', mine),
    );
    expect(await context.users.byEmail(emailOf(mine))).toBeNull();
  });

  it('accepts none for a disabled user', async () => {
    await context.users.setDisabled(await user(), true);
    const { companyId: _, ...going } = await invitation();
    expect(await back({}, going)).toMatchObject(refusedAs('provider_disabled'));
  });
});
