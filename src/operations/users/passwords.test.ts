import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { mailAccount } from '../../../test/support/mail-account.ts';
import { ORIGIN, PASSWORD, sharedUsers, tokenIn } from '../../../test/support/users-bench.ts';
import { createBuckets } from '../access/buckets.ts';
import { beginReset, changePassword, finishReset, resetOf } from './passwords.ts';
import type { Session } from './ports.ts';
import { sessionOf } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { RESETS_OF_USER, SIGN_INS_OF_ADDRESS } from './users-context.ts';

const OTHER = 'seis pupusas revueltas';

describeOnDatabases('another password', (name) => {
  const { bench, users, context } = sharedUsers(name);
  let email: string;
  let userId: string;
  beforeEach(async () => {
    ({ email, userId } = await users.addUser());
    users.mails.length = 0;
    users.answer({ kind: 'sent' });
  });

  const enter = async (password: string) => {
    const answer = await signIn(context, { email, password, origin: ORIGIN });
    return answer.kind === 'refused' ? null : answer;
  };
  const ask = async (address = email, by = context) => {
    const answer = await beginReset(by, { email: address, origin: ORIGIN });
    if (answer.kind === 'asked') await answer.sending;
    return answer;
  };
  const mailedToken = () => tokenIn(users.mails[0]?.message.link ?? '');
  const finish = (token: string, password = OTHER) =>
    finishReset(context, { token, password, origin: ORIGIN });

  it('is chosen by a mailed link within an hour, which ends every session and signs in', async () => {
    const before = await enter(PASSWORD);
    expect(await ask(email.toUpperCase())).toMatchObject({ kind: 'asked' });
    expect(users.mails).toMatchObject([{ to: email, message: { kind: 'reset' } }]);
    const [mail] = users.mails;
    expect(Math.abs((mail?.message.endsAt ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(await resetOf(context, mailedToken())).toMatchObject({ email });
    expect(await finish(mailedToken())).toMatchObject({ kind: 'signed_in', session: { userId } });
    expect(await sessionOf(context, before?.token ?? '', ORIGIN)).toBeNull();
    expect([await enter(PASSWORD), (await enter(OTHER))?.session.email]).toEqual([null, email]);
  });

  it('is chosen by a link once, which no other link outlives', async () => {
    await ask();
    const first = mailedToken();
    await ask();
    const second = mailedToken();
    expect(await finish(first)).toMatchObject({ kind: 'signed_in' });
    for (const token of [first, second, '', 'x'])
      expect(await finish(token, PASSWORD)).toMatchObject({ code: 'link_ended', status: 410 });
    expect(await resetOf(context, second)).toBeNull();
  });

  it('is not chosen by an ended link, by one for something else, or for a disabled user', async () => {
    await ask();
    const late = mailedToken();
    await bench.asSuperuser`UPDATE user_tokens SET ends_at = ends_at - interval '1 hour'
      WHERE user_id = ${userId}`;
    const { token: entry, hash } = context.tokens.fresh();
    await context.sessions.addToken(userId, 'entry', hash);
    await ask();
    const disabled = mailedToken();
    await context.users.setDisabled(userId, true);
    for (const token of [late, entry, disabled])
      expect(await finish(token)).toMatchObject({ code: 'link_ended' });
    users.mails.length = 0;
    await ask();
    expect(users.mails).toEqual([]);
  });

  it('keeps the link open where it is none', async () => {
    await ask();
    expect(await finish(mailedToken(), 'contraseña')).toMatchObject({ problems: [{ path: 'password' }] });
    expect(await finish(mailedToken())).toMatchObject({ kind: 'signed_in' });
  });

  it('is asked for with the same answer, at once, whether anybody has the address', async () => {
    const never = new Promise<never>(() => undefined);
    const mailer = { send: () => never };
    const slow = { ...context, mailer };
    const answers = [];
    for (const address of [email, 'nadie@example.com', 'nada'])
      answers.push((await beginReset(slow, { email: address, origin: ORIGIN })).kind);
    expect(answers).toEqual(['asked', 'asked', 'asked']);
    await ask('nadie@example.com');
    expect(users.mails).toEqual([]);
  });

  it('is mailed three times and then no more for a while, with the same answer', async () => {
    const tries = { ...context.tries, resets: createBuckets(() => 0, RESETS_OF_USER) };
    for (let turn = 0; turn < 5; turn += 1)
      expect(await ask(email, { ...context, tries })).toMatchObject({ kind: 'asked' });
    expect(users.mails).toHaveLength(3);
  });

  it('is refused to an address that asks too often', async () => {
    const tries = { ...context.tries, ofAddress: createBuckets(() => 0, SIGN_INS_OF_ADDRESS) };
    for (let turn = 0; turn < SIGN_INS_OF_ADDRESS.burst; turn += 1)
      await ask(`nadie${turn}@example.com`, { ...context, tries });
    expect(await ask(email, { ...context, tries })).toMatchObject({ code: 'too_many_tries' });
  });

  it('goes over the installation’s mail and never over a company’s, and is logged where no mail went', async () => {
    const companyId = await users.addCompany();
    await context.users.setRole(companyId, userId, 'owner');
    const ofCompanies = mailAccount({ host: 'correo.ejemplo.com', secure: true });
    const warned: unknown[] = [];
    const log = { warn: (event: string, detail: object) => void warned.push([event, detail]) };
    const mailAccounts = { ofInstallation: null, ofCompany: async () => ofCompanies };
    await ask(email, { ...context, log, mailAccounts });
    expect(users.mails).toEqual([]);
    await ask(email, {
      ...context,
      mailAccounts: { ...context.mailAccounts, ofCompany: async () => ofCompanies },
    });
    expect(users.mails.map(({ account }) => account)).toEqual([context.mailAccounts.ofInstallation]);
    users.answer({ kind: 'refused', reason: 'No.' });
    await ask(email, { ...context, log });
    const broken = { send: () => Promise.reject(new TypeError('broken')) };
    await ask(email, { ...context, log, mailer: broken });
    expect(warned).toEqual(
      ['no_server', 'refused_by_server', 'TypeError'].map((obstacle) => ['reset_not_mailed', { obstacle }]),
    );
  });

  it('takes the place of the one that its owner knows, and ends the other sessions', async () => {
    const [mine, other] = [await enter(PASSWORD), await enter(PASSWORD)];
    const session: Session | undefined = mine?.session;
    if (session === undefined) throw new Error('nobody signed in');
    const change = (before: string, password: string) =>
      changePassword(context, session, { before, password, origin: ORIGIN, nowMs: Date.now() });
    expect(await change('no era esta', OTHER)).toMatchObject({ problems: [{ path: 'before' }] });
    expect(await change(PASSWORD, 'corta')).toMatchObject({ problems: [{ path: 'password' }] });
    expect(await change(PASSWORD, OTHER)).toEqual({ kind: 'changed' });
    expect(await sessionOf(context, mine?.token ?? '', ORIGIN)).not.toBeNull();
    expect(await sessionOf(context, other?.token ?? '', ORIGIN)).toBeNull();
    expect([await enter(PASSWORD), (await enter(OTHER))?.kind]).toEqual([null, 'signed_in']);
  });
});
