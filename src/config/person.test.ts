import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { personOf } from './person.ts';

it('knows the user and the machine', () => {
  expect(personOf({})).toEqual({
    osUser: expect.stringMatching(/./),
    sudoUser: null,
    host: hostname(),
    sshAddress: null,
  });
});

it('knows who stands behind sudo and SSH', () => {
  const environment = { SUDO_USER: 'ana', SSH_CONNECTION: '192.0.2.7 50022 192.0.2.1 22' };
  expect(personOf(environment)).toMatchObject({ sudoUser: 'ana', sshAddress: '192.0.2.7' });
});
