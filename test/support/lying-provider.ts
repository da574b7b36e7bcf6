import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { startHttpServer } from '../loopback/http-server.ts';

/** What an ID token says, and what is wrong with it. */
export interface Lies {
  /** In place of the right claims; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether somebody else's key signs. */
  readonly isForged?: boolean;
  /** Whether nobody signs. */
  readonly isUnsigned?: boolean;
  /** The whole of the answer in place of tokens. */
  readonly answer?: { readonly status: number; readonly body: string };
  /** What the account is called where it is asked for apart from the token. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

/** A provider of OpenID Connect that gives whatever tokens it is told to. */
export interface LyingProvider {
  readonly issuer: string;
  /** Says this to whoever comes with this nonce. */
  lie(nonce: string, lies: Lies): void;
  /** Changes what it says of itself. */
  describe(changes: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'sello';
const KEY_ID = 'k1';
const ALG = 'ES256';

export async function openLyingProvider(): Promise<LyingProvider> {
  const [own, foreign] = [await generateKeyPair(ALG), await generateKeyPair(ALG)];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: KEY_ID, alg: ALG, use: 'sig' };
  let [nonce, lies]: [string, Lies] = ['', {}];
  let changes: Readonly<Record<string, unknown>> = {};
  const server = await startHttpServer(async ({ path: address }, response) => {
    const [path = ''] = address.split('?');
    const instead = path === '/token' ? lies.answer : undefined;
    const body = instead?.body ?? JSON.stringify(await bodyFor(path));
    response.writeHead(instead?.status ?? 200, { 'content-type': 'application/json' }).end(body);
  });
  const issuer = server.url;
  async function idToken(): Promise<string> {
    const nowS = Math.floor(Date.now() / 1_000);
    const right = { iss: issuer, aud: CLIENT_ID, sub: 'ana', nonce, iat: nowS, exp: nowS + 60 };
    const claims = { ...right, email: 'ana@example.com', email_verified: true, ...lies.claims };
    if (lies.isUnsigned === true) return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    const key = lies.isForged === true ? foreign.privateKey : own.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: ALG, kid: KEY_ID }).sign(key);
  }

  async function bodyFor(path: string): Promise<unknown> {
    if (path === '/.well-known/openid-configuration') return { ...metadataOf(issuer), ...changes };
    if (path === '/jwks') return { keys: [jwk] };
    if (path === '/me') return { sub: 'ana', ...lies.userInfo };
    return { access_token: randomUUID(), token_type: 'Bearer', id_token: await idToken() };
  }

  return {
    issuer,
    lie(to, told) {
      [nonce, lies] = [to, told];
    },
    describe(said) {
      changes = said;
    },
    close: server.close,
  };
}

/** What it says of itself (OpenID Connect Discovery 1.0, section 3). */
function metadataOf(issuer: string): Readonly<Record<string, unknown>> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALG],
  };
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
