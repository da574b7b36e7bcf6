import { createSecretKey, randomBytes } from 'node:crypto';
import { usersContextOf } from '../../src/compose/users.ts';
import { NO_NETWORKS } from '../../src/mail/reach.ts';

const NO_DATABASE = { connect: () => Promise.reject(new Error('not expected here')) };

/** The operations' users where no database is: whoever asks for one fails. */
export const NO_USERS = usersContextOf({
  pool: {
    role: 'sello_operator',
    passOf: () => '',
    ...NO_DATABASE,
    wayTo: () => NO_DATABASE,
    use: () => ({ taken: 0, most: 0, awaited: 0 }),
    end: async () => undefined,
  },
  secret: createSecretKey(randomBytes(32)),
  consoleUrl: 'https://sello.example.com',
  oidc: null,
  installationAccount: null,
  companyOf: async () => null,
  smtpPasswordOf: async () => null,
  monotonic: () => performance.now(),
  log: { warn: () => undefined },
  networks: NO_NETWORKS,
});
