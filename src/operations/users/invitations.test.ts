import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { mailAccount } from '../../../test/support/mail-account.ts';
import { freshEmail, ORIGIN, PASSWORD, sharedUsers, tokenIn } from '../../../test/support/users-bench.ts';
import type { Email } from '../../core/identifiers/email.ts';
import { createBuckets } from '../access/buckets.ts';
import type { MailAccount } from '../deliveries/ports.ts';
import { acceptInvitation, type InvitationRequest, invitationOf, inviteUser } from './invitations.ts';
import { userLink } from './links.ts';
import { listUsers, withdrawInvitation } from './manage-users.ts';
import { finishReset } from './passwords.ts';
import { signIn } from './sign-in.ts';
import { INVITATIONS_OF_COMPANY, type UsersContext } from './users-context.ts';

const BY = { userId: null, userName: 'Rosa Dueña', address: '192.0.2.1' };

describeOnDatabases('an invitation', (name) => {
  const { bench, users, context } = sharedUsers(name);
  let companyId: string;
  let email: Email;
  beforeEach(async () => {
    email = freshEmail();
    companyId = await users.addCompany();
    users.mails.length = 0;
    users.answer({ kind: 'sent' });
  });

  const invite = async (changes: Partial<InvitationRequest> = {}, at: UsersContext = context) => {
    const isOperator = changes.role === 'operator';
    const request = { by: BY, isOperator, companyId, email, name: 'Eva Luna', role: 'cashier' } as const;
    return inviteUser(at, { ...request, ...changes });
  };
  const tokenOf = (answer: Awaited<ReturnType<typeof invite>>) =>
    tokenIn(answer.kind === 'invited' ? (answer.link ?? users.mails[0]?.message.link ?? '') : '');
  /** The token of the link that was mailed last. */
  const mailedToken = () => tokenIn(users.mails[0]?.message.link ?? '');
  const accept = (token: string, changes: { name?: string; password?: string } = {}) =>
    acceptInvitation(context, { token, name: '', password: PASSWORD, origin: ORIGIN, ...changes });
  const end = () =>
    bench.asSuperuser`UPDATE invitations SET ends_at = clock_timestamp() WHERE company_id = ${companyId}`;

  it('is mailed with a link for seven days, which makes a user of the company and signs in', async () => {
    const answer = await invite({ email: ` ${email.toUpperCase()}`, role: 'accountant' });
    expect(answer).toMatchObject({ kind: 'invited', mailing: { kind: 'sent' }, link: null });
    const endsAt = answer.kind === 'invited' ? answer.endsAt : 0;
    expect(Math.abs(endsAt - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(users.mails[0]).toMatchObject({
      to: email,
      message: { kind: 'invitation', invitedBy: 'Rosa Dueña', role: 'accountant', endsAt },
    });
    const token = mailedToken();
    expect(users.mails[0]?.message.link).toBe(`https://sello.example.com/app/invitacion/${token}`);
    expect(await invitationOf(context, token)).toMatchObject({ email, isUser: false, role: 'accountant' });
    const entered = await accept(token, { name: 'Eva L. Luna' });
    expect(entered).toMatchObject({
      kind: 'signed_in',
      session: { email, name: 'Eva L. Luna', memberships: [{ companyId, role: 'accountant' }] },
    });
    expect(await signIn(context, { email, password: PASSWORD, origin: ORIGIN })).toMatchObject({
      kind: 'signed_in',
    });
    const deeds = (await context.deeds.latest(companyId, { most: 9 })).map(({ deed, subject }) => [
      deed,
      subject,
    ]);
    expect(deeds).toEqual([
      ['invitation_accepted', ''],
      ['user_invited', email],
    ]);
  });

  it.each([
    [{ kind: 'not_now', obstacle: 'no_answer', reason: 'No respondió.' } as const],
    [{ kind: 'refused', reason: 'Nadie vive aquí.' } as const],
  ])('is handed over where the mail ends as %j', async (mailing) => {
    users.answer(mailing);
    const answer = await invite();
    expect(answer).toMatchObject({
      kind: 'invited',
      mailing,
      link: expect.stringContaining('/app/invitacion/'),
    });
    // The mail may have gone out all the same: that link proves an address, and ends with this one.
    expect(await accept(mailedToken())).toMatchObject({ code: 'link_ended' });
    expect(await accept(tokenOf(answer))).toMatchObject({ kind: 'signed_in' });
  });

  it('is handed over where there is no mail server', async () => {
    const mailAccounts = { ofInstallation: null, ofCompany: async () => null };
    const answer = await invite({ role: 'owner' }, { ...context, mailAccounts });
    expect(answer).toMatchObject({
      mailing: null,
      link: expect.stringMatching(/\/app\/invitacion\/[\w-]{43}$/),
    });
  });

  it('lets in once, and the second of two at once not', async () => {
    await invite();
    const token = mailedToken();
    const answers = await Promise.all([
      accept(token),
      accept(token, { password: 'otra frase muy distinta' }),
    ]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['refused', 'signed_in']);
    expect(await accept(token)).toMatchObject({ code: 'link_ended', status: 410 });
    expect(await invitationOf(context, token)).toBeNull();
  });

  it('is void after its end, after it was taken back, and after another to the same address', async () => {
    await invite();
    const ended = mailedToken();
    await end();
    await invite();
    const replaced = mailedToken();
    await invite();
    const withdrawn = mailedToken();
    const { invitations } = await listUsers(context, companyId);
    expect(invitations.map((one) => one.email)).toEqual([email]);
    const [{ invitationId } = { invitationId: '' }] = invitations;
    const by = { userId: null, userName: 'Propietaria', address: ORIGIN.address };
    const withdraw = (from: string) => withdrawInvitation(context, { by, companyId: from, invitationId });
    const other = await users.addCompany();
    expect([await withdraw(other), await context.users.withdraw(other, invitationId)]).toEqual([
      false,
      false,
    ]);
    expect(await invitationOf(context, withdrawn)).not.toBeNull();
    expect(await withdraw(companyId)).toBe(true);
    expect((await context.deeds.latest(companyId, { most: 1 }))[0]).toMatchObject({
      deed: 'invitation_withdrawn',
    });
    for (const token of [ended, replaced, withdrawn, '', 'x'])
      expect(await accept(token)).toMatchObject({ code: 'link_ended' });
    expect((await listUsers(context, companyId)).invitations).toEqual([]);
  });

  it('of a user of another company takes the password that there is, and no other', async () => {
    await invite({ companyId: await users.addCompany() });
    await accept(mailedToken());
    await invite({ role: 'owner' });
    const token = mailedToken();
    expect(await invitationOf(context, token)).toMatchObject({ isUser: true });
    expect(await accept(token, { password: 'otra frase muy distinta' })).toMatchObject({
      code: 'sign_in_refused',
    });
    const entered = await accept(token, { name: 'Otro Nombre' });
    expect(entered).toMatchObject({ kind: 'signed_in', session: { name: 'Eva Luna' } });
    expect(entered.kind === 'signed_in' && entered.session.memberships.length).toBe(2);
  });

  it('gives nobody the account of a user without a password', async () => {
    await context.users.create({ email: email, name: 'Eva', isOperator: true, passwordHash: null });
    await invite();
    for (const password of [PASSWORD, ''])
      expect(await accept(mailedToken(), { password })).toMatchObject({ code: 'sign_in_refused' });
  });

  it('gives nobody an account that was made while it was being accepted', async () => {
    await invite();
    const token = mailedToken();
    const racing: UsersContext = {
      ...context,
      passwords: {
        ...context.passwords,
        async hash(password) {
          await context.users.create({
            email: email,
            name: 'Eva',
            isOperator: true,
            passwordHash: 'theirs',
          });
          return context.passwords.hash(password);
        },
      },
    };
    expect(
      await acceptInvitation(racing, { token, name: '', password: PASSWORD, origin: ORIGIN }),
    ).toMatchObject({ code: 'link_ended' });
    const [row] = await bench.asSuperuser`SELECT hash FROM user_passwords JOIN users USING (user_id)
      WHERE email = ${email}`;
    expect(row).toEqual({ hash: 'theirs' });
  });

  const own = mailAccount({ host: 'correo.ejemplo.com' });
  const mailing = (ofCompanies: MailAccount | null, ofInstallation: MailAccount | null) => ({
    ...context,
    mailAccounts: { ofInstallation, ofCompany: async () => ofCompanies ?? ofInstallation },
  });
  const proven = async () => (await context.users.byEmail(email))?.isProven;

  it.each([
    [
      'the installation mailed',
      true,
      { isOperator: false, ofCompanies: null, ofInstallation: mailAccount() },
    ],
    ['the company mailed', false, { isOperator: false, ofCompanies: own, ofInstallation: mailAccount() }],
    ['an owner handed over', false, { isOperator: false, ofCompanies: null, ofInstallation: null }],
    ['the operator handed over', true, { isOperator: true, ofCompanies: own, ofInstallation: null }],
    [
      'was mailed for the operator',
      true,
      { isOperator: true, ofCompanies: own, ofInstallation: mailAccount() },
    ],
  ])('that %s proves the address: %s', async (_, isProof, { isOperator, ofCompanies, ofInstallation }) => {
    const answer = await invite({ isOperator }, mailing(ofCompanies, ofInstallation));
    const expected = isOperator || ofCompanies === null ? ofInstallation : ofCompanies;
    expect(users.mails.map(({ account }) => account)).toEqual(expected === null ? [] : [expected]);
    expect(await accept(tokenOf(answer))).toMatchObject({ kind: 'signed_in' });
    expect(await proven()).toBe(isProof);
  });

  it('brings nobody into a second company, or to operate, whose address was not proven', async () => {
    await accept(tokenOf(await invite({}, mailing(own, null))));
    const user = await context.users.byEmail(email);
    const userId = user?.userId ?? '';
    const other = await users.addCompany();
    for (const to of [{ companyId: other }, { companyId: null, role: 'operator' }] as const) {
      const answer = await invite(to);
      // The invitation stays open for when the address was proven.
      for (const _turn of [1, 2])
        expect(await accept(tokenOf(answer))).toMatchObject({ code: 'unproven_user', status: 403 });
    }
    expect([
      await context.users.setRole(other, userId, 'owner'),
      await context.users.setOperator(userId),
    ]).toEqual([false, false]);
    expect(await context.users.setRole(companyId, userId, 'owner')).toBe(true);
    const { link } = await userLink(context, userId, 'reset');
    await finishReset(context, { token: tokenIn(link), password: PASSWORD, origin: ORIGIN });
    expect(await proven()).toBe(true);
    expect(await accept(tokenOf(await invite({ companyId: other })))).toMatchObject({
      session: { userId, memberships: [{}, {}] },
    });
  });

  it('changes nothing for a member, in whatever role, or who was kept out', async () => {
    const token = tokenOf(await invite({ role: 'owner' }));
    const { userId } = await context.users.create({
      email,
      name: 'Eva',
      isOperator: false,
      passwordHash: await context.passwords.hash(PASSWORD),
    });
    await context.users.setRole(companyId, userId, 'cashier');
    expect(await accept(token)).toMatchObject({ code: 'link_ended' });
    await context.users.setMemberDisabled(companyId, userId, true);
    expect(await accept(token)).toMatchObject({ code: 'link_ended' });
    expect(await listUsers(context, companyId)).toMatchObject({
      users: [{ role: 'cashier', isDisabled: true }],
      invitations: [],
    });
  });

  it('ends when its person is disabled, for good', async () => {
    const { userId } = await context.users.create({
      email,
      name: 'Eva',
      isOperator: false,
      passwordHash: null,
    });
    const token = tokenOf(await invite());
    await context.users.setDisabled(userId, true);
    await context.users.setDisabled(userId, false);
    expect(await invitationOf(context, token)).toBeNull();
  });

  it('makes an operator where it is for no company', async () => {
    await invite({ companyId: null, role: 'operator' });
    expect(await accept(mailedToken())).toMatchObject({ session: { isOperator: true, memberships: [] } });
  });

  it('is refused for what is no address or name, and for whoever is a user of the company', async () => {
    expect(await invite({ email: 'eva', name: ' ' })).toMatchObject({
      code: 'invalid_fields',
      status: 422,
      problems: [{ path: 'name' }, { path: 'email' }],
    });
    await invite();
    await accept(mailedToken());
    expect(await invite()).toMatchObject({ code: 'already_member', status: 409 });
  });

  it('takes no password that is none, and stays open', async () => {
    await invite();
    const token = mailedToken();
    expect(await accept(token, { password: 'corta' })).toMatchObject({
      problems: [{ path: 'password', code: 'too_short' }],
    });
    expect(await accept(token, { password: email })).toMatchObject({ problems: [{ path: 'password' }] });
    expect(await accept(token, { name: 'x'.repeat(101) })).toMatchObject({ problems: [{ path: 'name' }] });
    expect(await accept(token)).toMatchObject({ kind: 'signed_in' });
  });

  it('is mailed to no more people than a company has, in a while', async () => {
    const tries = { ...context.tries, invitations: createBuckets(() => 0, INVITATIONS_OF_COMPANY) };
    const inviting = (turn: number) => invite({ email: `x${turn}@example.com` }, { ...context, tries });
    for (let turn = 0; turn < INVITATIONS_OF_COMPANY.burst; turn += 1)
      expect(await inviting(turn)).toMatchObject({ kind: 'invited' });
    expect(await inviting(99)).toMatchObject({ code: 'too_many_tries', status: 429 });
    expect(users.mails).toHaveLength(INVITATIONS_OF_COMPANY.burst);
  });
});
