import { expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { emailOf, slugOf } from '../../../test/support/identifiers.ts';
import type { User } from '../../operations/users/ports.ts';

const ANA: User = {
  userId: 'u1',
  name: 'Ana',
  email: emailOf('ana@example.com'),
  isOperator: false,
  isDisabled: false,
  isProven: false,
  companies: [{ slug: slugOf('empresa-0'), role: 'cashier' }],
  lastUsedAt: Date.UTC(2026, 10, 20, 18, 0, 0, 7),
};
const OTO: User = {
  ...ANA,
  userId: 'u2',
  email: emailOf('oto@example.com'),
  isOperator: true,
  isDisabled: true,
  companies: [],
  lastUsedAt: null,
};

const list = (users: readonly User[], line = 'user list') => runIn({ companies: ['00'], users }, line);

it('lists users with their roles, their last sign-in and their state', async () => {
  const { json, text } = await list([ANA, OTO]);
  expect(text.map((line) => line.split(/ {2,}/))).toEqual([
    ['EMAIL', 'NAME', 'ROLES', 'LAST SIGN-IN', 'STATE'],
    ['ana@example.com', 'Ana', 'empresa-0:cashier', '2026-11-20T12:00:00.007-06:00', 'unproven'],
    ['oto@example.com', 'Ana', 'operator', 'never', 'disabled'],
  ]);
  expect(json).toMatchObject({
    users: [
      {
        id: 'u1',
        companies: [{ company: 'empresa-0', role: 'cashier' }],
        last_sign_in_at: '2026-11-20T12:00:00.007-06:00',
      },
      { id: 'u2', operator: true, disabled: true, companies: [], last_sign_in_at: null },
    ],
  });
});

it('lists those of one company, and says how to make one where there is none', async () => {
  const { json } = await list([ANA, OTO], 'user list --company empresa-0');
  expect(json).toMatchObject({ users: [{ id: 'u1' }] });
  expect((await list([])).text).toEqual(['There is no user yet: sello user create EMAIL makes one.']);
});
