import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { ORIGIN, PASSWORD, sharedUsers } from '../../../test/support/users-bench.ts';
import { changeRole, disableUser, listUsers, signOutUser } from './manage-users.ts';
import { sessionOf } from './sessions.ts';
import { signIn } from './sign-in.ts';

describeOnDatabases('the users of a company', (name) => {
  const { users, context } = sharedUsers(name);
  let companyId: string;
  let [owner, cashier, stranger] = ['', '', ''];
  beforeEach(async () => {
    companyId = await users.addCompany();
    owner = await add('Rosa', companyId, 'owner');
    cashier = await add('Beto', companyId, 'cashier');
    stranger = await add('Otro', await users.addCompany(), 'cashier');
  });

  async function add(who: string, company: string, role: 'owner' | 'cashier'): Promise<string> {
    const { userId } = await users.addUser({ name: who });
    await context.users.setRole(company, userId, role);
    return userId;
  }
  const by = () => ({ userId: owner, userName: 'Rosa', address: ORIGIN.address });
  const change = (userId: string) => ({ by: by(), companyId, userId });
  const members = async () =>
    (await listUsers(context, companyId)).users.map((user) => [user.name, user.role, user.isDisabled]);
  const told = async () => (await context.deeds.latest(companyId, { most: 9 })).map(({ deed }) => deed);

  it('are listed by name, those of other companies not', async () => {
    expect(await members()).toEqual([
      ['Beto', 'cashier', false],
      ['Rosa', 'owner', false],
    ]);
  });

  it('get another role, are kept out and let in again, each of it recorded', async () => {
    expect(await changeRole(context, change(cashier), 'accountant')).toEqual({ kind: 'changed' });
    expect(await disableUser(context, change(cashier))).toEqual({ kind: 'changed' });
    expect(await members()).toEqual([
      ['Beto', 'accountant', true],
      ['Rosa', 'owner', false],
    ]);
    // A role lets nobody in who is kept out.
    await changeRole(context, change(cashier), 'cashier');
    expect((await members())[0]).toEqual(['Beto', 'cashier', true]);
    expect(await disableUser(context, change(cashier), false)).toEqual({ kind: 'changed' });
    expect((await members())[0]).toEqual(['Beto', 'cashier', false]);
    expect(await told()).toEqual(['user_enabled', 'role_changed', 'user_disabled', 'role_changed']);
  });

  it('are signed out everywhere by their owner', async () => {
    const { email } = (await listUsers(context, companyId)).users.find((user) => user.userId === cashier) ?? {
      email: '',
    };
    const entered = await signIn(context, { email, password: PASSWORD, origin: ORIGIN });
    if (entered.kind === 'refused') throw new Error(entered.detail);
    expect(await signOutUser(context, change(cashier))).toEqual({ kind: 'changed' });
    expect(await sessionOf(context, entered.token, ORIGIN)).toBeNull();
  });

  it('do none of that to themselves, so that there is always an owner', async () => {
    expect(await changeRole(context, change(owner), 'cashier')).toMatchObject({
      code: 'not_oneself',
      status: 409,
    });
    expect(await disableUser(context, change(owner))).toMatchObject({ code: 'not_oneself' });
  });

  it('do none of that to the users of others, or to nobody', async () => {
    for (const userId of [stranger, crypto.randomUUID(), 'x', '']) {
      expect(await changeRole(context, change(userId), 'owner')).toMatchObject({
        code: 'unknown_user',
        status: 404,
      });
      expect(await disableUser(context, change(userId))).toMatchObject({ code: 'unknown_user' });
      expect(await signOutUser(context, change(userId))).toMatchObject({ code: 'unknown_user' });
    }
    expect(await told()).toEqual([]);
  });

  it('leave a record, the newest first, by user, deed, time and page, that no other company sees', async () => {
    const documentId = idOf('sold');
    const record = (deed: 'issued' | 'exported', userId: string) =>
      context.deeds.record({
        companyId,
        by: { userId, userName: 'Quien', address: '192.0.2.9' },
        deed,
        documentId: deed === 'issued' ? documentId : null,
        subject: '',
      });
    await record('issued', cashier);
    await record('exported', owner);
    await record('issued', owner);
    const select = async (selection: object) =>
      (await context.deeds.latest(companyId, { most: 9, ...selection })).map((one) => [
        one.deed,
        one.by.userId,
      ]);
    expect(await select({})).toEqual([
      ['issued', owner],
      ['exported', owner],
      ['issued', cashier],
    ]);
    expect(await select({ userId: cashier })).toEqual([['issued', cashier]]);
    expect(await select({ userId: 'nobody' })).toHaveLength(3);
    expect(await select({ deed: 'exported' })).toEqual([['exported', owner]]);
    expect(await select({ since: Date.now() + 60_000 })).toEqual([]);
    const [first] = await context.deeds.latest(companyId, { most: 1 });
    expect(first).toMatchObject({ documentId, by: { userName: 'Quien', address: '192.0.2.9' } });
    expect(await select({ before: first?.deedId })).toHaveLength(2);
    expect(await context.deeds.latest(await users.addCompany(), { most: 9 })).toEqual([]);
    expect((await context.deeds.latest(null, { most: 50 })).map(({ deed }) => deed)).not.toContain('issued');
  });
});
