import { beforeAll, describe, expect, it } from 'vitest';
import { sharedBench } from '../../test/support/storage-bench.ts';
import { ORIGIN, openUsersBench, type UsersBench } from '../../test/support/users-bench.ts';
import { fieldsOf } from './form.ts';
import { signInWith } from './sign-in.ts';

describe('a sign-in by the form', () => {
  const bench = sharedBench('PostgreSQL 18');
  let users: UsersBench;
  beforeAll(async () => {
    users = await openUsersBench(bench);
  });

  it('is turned away late where too many come in, and at once where the password is wrong', async () => {
    const held: number[] = [];
    const pacing = {
      tooMany: async () => undefined,
      atTheDoor: async (mostMs: number) => void held.push(mostMs),
    };
    const { context } = users;
    const visit = {
      own: fieldsOf('_email=nadie%40example.com&_password=una+clave+ajena'),
      origin: ORIGIN,
    };
    expect(await signInWith({ users: context, pacing }, visit)).toMatchObject({ code: 'sign_in_refused' });
    expect(held).toEqual([]);
    const passwords = { ...context.passwords, isBusy: () => true };
    const busy = { ...context, passwords };
    expect(await signInWith({ users: busy, pacing }, visit)).toMatchObject({ code: 'sign_in_busy' });
    expect(held).toEqual([10_000]);
  });
});
