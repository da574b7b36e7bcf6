import { createSecretKey, randomBytes } from 'node:crypto';
import { usersContextOf } from '../../src/compose/users.ts';

/** The operations' users where no database is: whoever asks for one fails. */
export const NO_USERS = usersContextOf({
  pool: {
    role: 'sello_operator',
    passOf: () => '',
    connect: () => Promise.reject(new Error('not expected here')),
    end: async () => undefined,
  },
  secret: createSecretKey(randomBytes(32)),
  consoleUrl: 'https://sello.example.com',
  installationAccount: null,
  companyOf: async () => null,
  smtpPasswordOf: async () => null,
  monotonic: () => performance.now(),
  log: { warn: () => undefined },
});
