import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { emailOf } from '../../../test/support/identifiers.ts';
import { ORIGIN, PASSWORD, sharedUsers } from '../../../test/support/users-bench.ts';
import { createBuckets } from '../access/buckets.ts';
import { enterByLink, userLink } from './links.ts';
import { companiesOf, companyOf, sessionOf, signOut, signOutEverywhere } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { SIGN_INS_OF_ADDRESS, SIGN_INS_OF_USER, type UsersContext } from './users-context.ts';

describeOnDatabases('whoever comes in', (name) => {
  const { bench, users, context } = sharedUsers(name);
  let email: string;
  let userId: string;
  let companyId: string;
  beforeEach(async () => {
    companyId = await users.addCompany();
    ({ email, userId } = await users.addUser());
    await context.users.setRole(companyId, userId, 'cashier');
  });

  const enter = async (changes: Partial<Parameters<typeof signIn>[1]> = {}, by = context) => {
    const answer = await signIn(by, { email, password: PASSWORD, origin: ORIGIN, ...changes });
    if (answer.kind === 'refused') throw new Error(answer.detail);
    return answer;
  };
  const refusalOf = async (changes: Partial<Parameters<typeof signIn>[1]>, by = context) => {
    const answer = await signIn(by, { email, password: PASSWORD, origin: ORIGIN, ...changes });
    return answer.kind === 'refused' ? answer : null;
  };
  const lastDeeds = async (most: number) =>
    (await context.deeds.latest(null, { most })).map(({ deed, by }) => [deed, by.userName, by.address]);
  const age = (session: string, by: string) =>
    bench.asSuperuser(`UPDATE sessions SET ${by} WHERE session_id = $1`, [session]);

  describe('with the right password', () => {
    it('gets a session that says who it is and what it may enter', async () => {
      const { token, session } = await enter({ email: ` ${email.toUpperCase()} ` });
      expect(session).toMatchObject({ userId, email, name: 'Ana Flores', isOperator: false });
      expect(session.memberships).toEqual([
        expect.objectContaining({ companyId, ambiente: '00', role: 'cashier' }),
      ]);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await sessionOf(context, token, ORIGIN)).toEqual(session);
      expect(await lastDeeds(1)).toEqual([['signed_in', 'Ana Flores', ORIGIN.address]]);
    });

    it('leaves nothing in the database that lets anybody in', async () => {
      const { token } = await enter();
      const tables = ['users', 'user_passwords', 'sessions', 'user_tokens', 'invitations', 'user_deeds'];
      const dump = await Promise.all(
        tables.map((table) => bench.asSuperuser(`SELECT t::text FROM ${table} t`)),
      );
      const text = JSON.stringify(dump);
      expect(text).toContain('scrypt$');
      expect(text).not.toContain(token);
      expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
      expect(text).not.toContain(PASSWORD);
    });

    it('gets the password hashed again under newer parameters', async () => {
      const hashes = () => bench.asSuperuser('SELECT hash FROM user_passwords WHERE user_id = $1', [userId]);
      const before = await hashes();
      const passwords: UsersContext['passwords'] = {
        hash: async () => 'fresh',
        check: async () => 'right_but_old',
        isBusy: () => false,
      };
      await enter({}, { ...context, passwords });
      expect([before, await hashes()]).toEqual([
        [{ hash: expect.stringContaining('scrypt$') }],
        [{ hash: 'fresh' }],
      ]);
    });
  });

  it('is turned away where too many sign in, before anything is looked up or counted', async () => {
    const passwords = { ...context.passwords, isBusy: () => true };
    const none = () => {
      throw new Error('somebody was looked up or counted');
    };
    const busy = { ...context, passwords, sessions: { ...context.sessions, account: none } };
    const tries = { ...context.tries, ofAddress: { take: none } };
    expect(await refusalOf({}, { ...busy, tries })).toMatchObject({ code: 'sign_in_busy', status: 503 });
  });

  it('is refused in the same words, whatever is wrong, and that is recorded', async () => {
    const wrong = await refusalOf({ password: 'otra contraseña' });
    expect(wrong).toMatchObject({ code: 'sign_in_refused', status: 401 });
    expect(await lastDeeds(1)).toEqual([['sign_in_refused', email, ORIGIN.address]]);
    expect(await refusalOf({ email: 'nadie@example.com' })).toEqual(wrong);
    expect(await lastDeeds(1)).toEqual([['sign_in_refused', 'nadie@example.com', ORIGIN.address]]);
    // What is no address may be a password in the wrong place.
    expect(await refusalOf({ email: PASSWORD })).toEqual(wrong);
    expect(await lastDeeds(1)).toEqual([['sign_in_refused', '', ORIGIN.address]]);
    await context.users.setDisabled(userId, true);
    expect(await refusalOf({})).toEqual(wrong);
    const passwordless = { email: emailOf(`sin${email}`), name: 'Eva', isOperator: true, passwordHash: null };
    await context.users.create(passwordless);
    for (const password of ['', 'null'])
      expect(await refusalOf({ email: passwordless.email, password })).toEqual(wrong);
  });

  describe('too often', () => {
    const counted = (): UsersContext => ({
      ...context,
      tries: {
        ...context.tries,
        ofAddress: createBuckets(() => 0, SIGN_INS_OF_ADDRESS),
        ofUser: createBuckets(() => 0, SIGN_INS_OF_USER),
      },
    });

    it('waits, by user, although the address changes, and lets in whoever was here before', async () => {
      await enter();
      const by = counted();
      for (let turn = 0; turn < SIGN_INS_OF_USER.burst; turn += 1) {
        const origin = { ...ORIGIN, address: `198.51.100.${turn}` };
        expect(await refusalOf({ password: `intento ${turn}`, origin }, by)).toMatchObject({ status: 401 });
      }
      const elsewhere = { ...ORIGIN, address: '203.0.113.1' };
      expect(await refusalOf({ origin: elsewhere }, by)).toMatchObject({
        code: 'too_many_tries',
        status: 429,
      });
      expect(await refusalOf({}, by)).toBeNull();
    });

    it('waits as long for somebody whom there is not', async () => {
      const by = counted();
      const tries = [];
      for (let turn = 0; turn <= SIGN_INS_OF_USER.burst; turn += 1)
        tries.push(await refusalOf({ email: 'nadie@example.com' }, by));
      expect(tries.at(-1)).toMatchObject({ code: 'too_many_tries', detail: expect.stringContaining('60 s') });
    });

    it('waits, by address, although the user changes, before anything is looked up', async () => {
      const by = counted();
      for (let turn = 0; turn < SIGN_INS_OF_ADDRESS.burst; turn += 1)
        await refusalOf({ email: `nadie${turn}@example.com` }, by);
      const before = await lastDeeds(1);
      expect(await refusalOf({}, by)).toMatchObject({ code: 'too_many_tries', status: 429 });
      expect(await lastDeeds(1)).toEqual(before);
    });
  });

  describe('has a session', () => {
    it.each([
      ['12 hours without use', `last_used_at = clock_timestamp() - interval '12 hours 1 second'`],
      ['14 days in all', `started_at = clock_timestamp() - interval '14 days 1 second'`],
    ])('that ends after %s', async (_, by) => {
      const { token, session } = await enter();
      await age(session.sessionId, by);
      expect(await sessionOf(context, token, ORIGIN)).toBeNull();
      expect((await context.sessions.sessionsOf(session.userId)).map((one) => one.sessionId)).not.toContain(
        session.sessionId,
      );
    });

    it('whose use and place are noted to within a minute', async () => {
      const { token, session } = await enter();
      await age(session.sessionId, `last_used_at = clock_timestamp() - interval '11 hours'`);
      const elsewhere = { address: '203.0.113.9', agent: 'Otro\u0000 navegador' };
      expect(await sessionOf(context, token, elsewhere)).not.toBeNull();
      const [noted] = await context.sessions.sessionsOf(session.userId);
      expect(noted).toMatchObject({ address: '203.0.113.9', agent: 'Otro  navegador' });
      expect(Date.now() - (noted?.lastUsedAt ?? 0)).toBeLessThan(60_000);
    });

    it('until it signs out there, and no other', async () => {
      const [first, second] = [await enter(), await enter()];
      await signOut(context, first.session, ORIGIN);
      expect(await sessionOf(context, first.token, ORIGIN)).toBeNull();
      expect(await sessionOf(context, second.token, ORIGIN)).not.toBeNull();
      expect(await context.sessions.end(userId, first.session.sessionId)).toBe(false);
    });

    it('until it signs out everywhere else', async () => {
      const others = [await enter(), await enter()];
      const mine = await enter();
      expect(await signOutEverywhere(context, mine.session, ORIGIN)).toBe(2);
      for (const { token } of others) expect(await sessionOf(context, token, ORIGIN)).toBeNull();
      expect(await sessionOf(context, mine.token, ORIGIN)).not.toBeNull();
    });

    it('until it is disabled, and the company no longer where the company does it', async () => {
      const { token } = await enter();
      await context.users.setMemberDisabled(companyId, userId, true);
      expect((await sessionOf(context, token, ORIGIN))?.memberships).toEqual([]);
      await context.users.setDisabled(userId, true);
      expect(await sessionOf(context, token, ORIGIN)).toBeNull();
      await context.users.setDisabled(userId, false);
      expect(await sessionOf(context, token, ORIGIN)).toBeNull();
    });

    it('that no other token opens', async () => {
      const { token } = await enter();
      for (const other of ['', token.slice(1), `${token} `, token.toUpperCase(), 'a'.repeat(5_000)])
        expect(await sessionOf(context, other, ORIGIN)).toBeNull();
    });
  });

  it('enters its own companies alone, and an operator all', async () => {
    const foreign = await users.addCompany();
    const foreignSlug = (await context.users.companies()).find((one) => one.companyId === foreign)?.slug;
    if (foreignSlug === undefined) throw new Error('no such company');
    const { session } = await enter();
    const [own] = session.memberships;
    if (own === undefined) throw new Error('no company');
    expect(await companyOf(context, session, own.slug)).toEqual(own);
    expect(await companyOf(context, session, foreignSlug)).toBeNull();
    expect(await companiesOf(context, session)).toEqual([own]);
    await context.users.setOperator(userId);
    const operator = (await enter()).session;
    expect(await companyOf(context, operator, foreignSlug)).toMatchObject({
      companyId: foreign,
      role: 'operator',
    });
    expect((await companiesOf(context, operator)).length).toBeGreaterThan(1);
  });

  it('is not let in by a password that a reset has ended while it was checked', async () => {
    const check: typeof context.passwords.check = async (...asked) => {
      const checked = await context.passwords.check(...asked);
      await context.ways.replaceAll(userId, 'another');
      return checked;
    };
    const racing = { ...context, passwords: { ...context.passwords, check } };
    expect(await signIn(racing, { email, password: PASSWORD, origin: ORIGIN })).toMatchObject({
      code: 'sign_in_refused',
    });
    expect(await context.sessions.sessionsOf(userId)).toEqual([]);
  });

  describe('by a link', () => {
    const tokenOf = async () =>
      (await userLink(context, userId, 'entry')).link.replace(/^.*\/app\/enlace\//, '');

    it('is signed in once, and by nobody who comes later', async () => {
      const token = await tokenOf();
      const [first, second] = await Promise.all([
        enterByLink(context, token, ORIGIN),
        enterByLink(context, token, ORIGIN),
      ]);
      expect([first.kind, second.kind].sort()).toEqual(['refused', 'signed_in']);
      expect(await enterByLink(context, token, ORIGIN)).toMatchObject({ code: 'link_ended', status: 410 });
    });

    it('is signed in once by two who have both found the link open', async () => {
      const token = await tokenOf();
      const found = Promise.withResolvers<void>();
      let looks = 0;
      const tokenOwner: typeof context.sessions.tokenOwner = async (...asked) => {
        const owner = await context.sessions.tokenOwner(...asked);
        looks += 1;
        if (looks === 2) found.resolve();
        await found.promise;
        return owner;
      };
      const racing = { ...context, sessions: { ...context.sessions, tokenOwner } };
      const entered = await Promise.all([0, 1].map(() => enterByLink(racing, token, ORIGIN)));
      expect(entered.map(({ kind }) => kind).sort()).toEqual(['refused', 'signed_in']);
    });

    it('is refused after 15 minutes, disabled, or with a link for something else', async () => {
      const late = await tokenOf();
      await bench.asSuperuser`UPDATE user_tokens SET ends_at = ends_at - interval '15 minutes'
        WHERE user_id = ${userId}`;
      const { token: reset, hash } = context.tokens.fresh();
      await context.sessions.addToken(userId, 'reset', hash);
      const disabled = await tokenOf();
      await context.users.setDisabled(userId, true);
      for (const token of [late, reset, disabled, ''])
        expect(await enterByLink(context, token, ORIGIN)).toMatchObject({ code: 'link_ended' });
    });
  });
});
