import { describe, expect, it } from 'vitest';
import { oidcOf } from './oidc-setting.ts';

const SECRET = 'el secreto del cliente';
const ALL = {
  SELLO_OIDC_ISSUER: 'https://accounts.example.com/tienda',
  SELLO_OIDC_CLIENT_ID: 'sello',
  SELLO_OIDC_CLIENT_SECRET: SECRET,
  SELLO_OIDC_NAME: 'Cuentas',
};
const CONSOLE = { isOn: true, url: 'https://sello.example.com' };

function read(changes: Readonly<Record<string, string>> = {}, pages = CONSOLE) {
  const problems: string[] = [];
  return { oidc: oidcOf({ environment: { ...ALL, ...changes }, problems }, pages), problems };
}

describe('oidcOf', () => {
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
    const problems: string[] = [];
    expect(oidcOf({ environment: {}, problems }, CONSOLE)).toBeNull();
    expect(problems).toEqual([]);
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
    const { oidc, problems } = read({ SELLO_OIDC_ISSUER: '' });
    expect(oidc).toBeNull();
    expect(problems).toEqual(
      ['SELLO_OIDC_CLIENT_ID', 'SELLO_OIDC_CLIENT_SECRET', 'SELLO_OIDC_NAME'].map(
        (name) => `${name} is set without SELLO_OIDC_ISSUER: set both, or neither.`,
      ),
    );
    expect(problems.join()).not.toContain(SECRET);
  });

  it('wants a console that is on and whose cookies browsers keep', () => {
    expect(read({}, { ...CONSOLE, isOn: false }).problems).toEqual([
      'SELLO_OIDC_ISSUER is set while SELLO_CONSOLE is off: nobody signs in there.',
    ]);
    expect(read({}, { ...CONSOLE, url: 'http://sello.example.com' }).problems).toEqual([
      expect.stringMatching(/^SELLO_OIDC_ISSUER needs a console at https.* SELLO_CONSOLE_URL\.$/),
    ]);
    expect(read({}, { ...CONSOLE, url: 'http://localhost:8080' }).problems).toEqual([]);
  });

  it.each(['a'.repeat(41), 'dos\nlíneas'])('refuses the name %j', (name) => {
    expect(read({ SELLO_OIDC_NAME: name }).problems).toEqual([
      expect.stringMatching(/^SELLO_OIDC_NAME must be/),
    ]);
  });
});
