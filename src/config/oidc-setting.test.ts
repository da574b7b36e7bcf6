import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const SECRET = 'el secreto del cliente';
const ALL = {
  SELLO_OIDC_ISSUER: 'https://accounts.example.com/tienda',
  SELLO_OIDC_CLIENT_ID: 'sello',
  SELLO_OIDC_CLIENT_SECRET: SECRET,
  SELLO_OIDC_NAME: 'Cuentas',
};

function read(changes: Readonly<Record<string, string>> = {}) {
  const environment = { SELLO_CONSOLE_URL: 'https://sello.example.com', ...ALL, ...changes };
  const reading = readSettings(environment, '/srv/sello');
  return reading.kind === 'settings'
    ? { oidc: reading.settings.oidc, problems: [] }
    : { oidc: null, problems: reading.problems };
}

describe('the provider of the sign-in', () => {
  it('reads the provider', () => {
    expect(read()).toEqual({
      oidc: {
        issuer: 'https://accounts.example.com/tienda',
        clientId: 'sello',
        clientSecret: SECRET,
        name: 'Cuentas',
      },
      problems: [],
    });
  });

  it('calls it by its host where it has no name', () => {
    expect(read({ SELLO_OIDC_NAME: ' ' }).oidc?.name).toBe('accounts.example.com');
  });

  it('is none where nothing is set', () => {
    expect(readSettings({}, '/srv/sello')).toMatchObject({ settings: { oidc: null } });
  });

  it.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
    'takes %s, which is this machine',
    (issuer) => {
      expect(read({ SELLO_OIDC_ISSUER: issuer }).problems).toEqual([]);
    },
  );

  it.each([
    'http://accounts.example.com',
    'http://127.0.0.1.example.com',
    'accounts.example.com',
    'ftp://accounts.example.com',
    'https://usuario:clave@accounts.example.com',
    'https://accounts.example.com?x=1',
    'https://accounts.example.com#x',
  ])('refuses the issuer %s', (issuer) => {
    const { problems } = read({ SELLO_OIDC_ISSUER: issuer });
    expect(problems).toEqual([expect.stringMatching(/^SELLO_OIDC_ISSUER must .*\.$/)]);
    expect(problems.join()).not.toContain('clave');
  });

  it.each(['SELLO_OIDC_CLIENT_ID', 'SELLO_OIDC_CLIENT_SECRET'])('wants %s with the issuer', (name) => {
    expect(read({ [name]: '' }).problems).toEqual([
      `SELLO_OIDC_ISSUER is set without ${name}: the provider gives both.`,
    ]);
  });

  it('wants the issuer with whatever else is set, and repeats no secret', () => {
    const { problems } = read({ SELLO_OIDC_ISSUER: '' });
    expect(problems).toEqual(
      ['SELLO_OIDC_CLIENT_ID', 'SELLO_OIDC_CLIENT_SECRET', 'SELLO_OIDC_NAME'].map(
        (name) => `${name} is set without SELLO_OIDC_ISSUER: set both, or neither.`,
      ),
    );
    expect(problems.join()).not.toContain(SECRET);
  });

  it('wants a console that is on and whose cookies browsers keep', () => {
    expect(read({ SELLO_CONSOLE: 'off' }).problems).toEqual([
      'SELLO_OIDC_ISSUER is set while SELLO_CONSOLE is off: nobody signs in there.',
    ]);
    expect(read({ SELLO_CONSOLE_URL: 'http://sello.example.com' }).problems).toEqual([
      expect.stringMatching(/^SELLO_OIDC_ISSUER needs a console at https.* SELLO_CONSOLE_URL\.$/),
    ]);
    expect(read({ SELLO_CONSOLE_URL: 'http://localhost:8080' }).problems).toEqual([]);
  });

  it.each(['a'.repeat(41), 'dos\nlíneas'])('refuses the name %j', (name) => {
    expect(read({ SELLO_OIDC_NAME: name }).problems).toEqual([
      expect.stringMatching(/^SELLO_OIDC_NAME must be/),
    ]);
  });
});
