import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lies, openLyingProvider } from '../../test/support/lying-provider.ts';
import { browserAtProvider, startProvider } from '../../test/support/provider-process.ts';
import { freePort } from '../../test/support/sello-process.ts';
import { shared } from '../../test/support/shared.ts';
import { systemLookups } from '../../test/support/system-lookups.ts';
import { LIFETIMES } from '../core/users/lifetimes.ts';
import { createSteadyLookup } from '../names/steady-lookup.ts';
import type { Departure, IdentityProvider } from '../operations/users/provider-ports.ts';
import { createIdentityProvider, type ProviderPlace } from './provider.ts';

const CLIENT = { clientId: 'sello', clientSecret: 'un secreto con % + & :' };
const RETURN_URL = 'https://sello.example.com/app/entrar/proveedor/vuelta';
const ERRAND = { next: '/app', invitation: null };
const SECRET = createSecretKey(randomBytes(32));

function at(issuer: string, changes: Partial<ProviderPlace> = {}): IdentityProvider {
  const place = { ...CLIENT, issuer, name: 'Prueba', returnUrl: RETURN_URL, secret: SECRET };
  return createIdentityProvider({ ...place, now: Date.now, ...changes });
}

async function departed(provider: IdentityProvider): Promise<Departure> {
  const departure = await provider.depart(ERRAND);
  if (departure.kind === 'silent') throw new Error(departure.reason);
  return departure;
}

describe('a provider that nobody here wrote', () => {
  let provider: IdentityProvider;
  const process = shared(() => startProvider({ ...CLIENT, returnUrl: RETURN_URL }));
  beforeAll(async () => {
    provider = at(process.issuer);
    await process.say('ana', { email: 'Ana@Example.com', email_verified: true });
  });
  afterAll(() => process.stop());

  async function signedIn(name: string, from = provider) {
    const { address, ticket } = await departed(from);
    const back = await browserAtProvider(RETURN_URL).signIn(address, name);
    return { ticket, back, search: back.slice(back.indexOf('?') + 1) };
  }
  async function proofOf(name: string, from = provider) {
    const { ticket, search } = await signedIn(name, from);
    return from.returned(ticket, search)?.prove();
  }
  const said = (email: string | null, isEmailVerified: boolean, subject = 'ana') => ({
    kind: 'proven',
    claims: { issuer: process.issuer, subject, email, isEmailVerified },
  });

  it('is asked with PKCE, a state and a nonce, none of them twice', async () => {
    const [one, other] = [await departed(provider), await departed(provider)].map(
      ({ address }) => new URL(address).searchParams,
    );
    expect(Object.fromEntries(one ?? [])).toEqual({
      client_id: 'sello',
      response_type: 'code',
      redirect_uri: RETURN_URL,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one?.get(name)).not.toBe(other?.get(name));
  });

  it('says who has signed in there', async () => {
    expect(await proofOf('ana')).toEqual(said('ana@example.com', true));
  });

  it('says it in the ID token, or to a client that names its secret in the form', async () => {
    for (const options of [{ saysAllInToken: true }, { method: 'client_secret_post' as const }]) {
      const other = await startProvider({ ...CLIENT, ...options, returnUrl: RETURN_URL });
      await other.say('eva', { email: 'eva@example.com', email_verified: true });
      expect(await proofOf('eva', at(other.issuer))).toMatchObject({
        claims: { subject: 'eva', email: 'eva@example.com', isEmailVerified: true },
      });
      await other.stop();
    }
  });

  it.each([
    ['an address that is not verified', { email: 'a@example.com', email_verified: false }, 'a@example.com'],
    ['one of which it says nothing', { email: 'a@example.com' }, 'a@example.com'],
    ['one that is verified in words', { email: 'a@example.com', email_verified: 'true' }, 'a@example.com'],
    ['none', { email_verified: false }, null],
    ['what is none', { email: 'no es', email_verified: false }, null],
    ['a list', { email: ['a@example.com'] }, null],
  ])('is believed for nothing where it says %s', async (_, claims, email) => {
    await process.say('sin', claims);
    expect(await proofOf('sin')).toEqual(said(email, false, 'sin'));
  });

  it('cannot make our letters of others', async () => {
    // The sign of the Kelvin folds to a k.
    await process.say('kelvin', { email: 'mar\u212Aos@example.com', email_verified: true });
    expect(await proofOf('kelvin')).toEqual(said(null, true, 'kelvin'));
  });

  it('gives nothing for a code a second time', async () => {
    const { ticket, search } = await signedIn('ana');
    expect(await provider.returned(ticket, search)?.prove()).toMatchObject({ kind: 'proven' });
    expect(await provider.returned(ticket, search)?.prove()).toMatchObject({ kind: 'refused' });
  });

  it('gives nothing for a code to whoever did not ask for it', async () => {
    const [mine, theirs] = [await signedIn('ana'), await signedIn('ana')];
    const [state, code] = [mine, theirs].map(({ search }) => new URLSearchParams(search));
    const mixed = new URLSearchParams(state);
    mixed.set('code', code?.get('code') ?? '');
    expect(await provider.returned(mine.ticket, mixed.toString())?.prove()).toMatchObject({
      kind: 'refused',
    });
    // Another browser's ticket has another state, and none of another installation opens here.
    expect(provider.returned(mine.ticket, theirs.search)).toBeNull();
    expect(
      at(process.issuer, { secret: createSecretKey(randomBytes(32)) }).returned(mine.ticket, mine.search),
    ).toBeNull();
    expect(provider.returned(mine.ticket, '')).toBeNull();
    expect(provider.returned(mine.ticket, `${mine.search}&state=x`)).not.toBeNull();
    expect(await provider.returned(mine.ticket, `${mine.search}&state=x`)?.prove()).toMatchObject({
      kind: 'refused',
    });
  });

  it('is told when somebody changes the mind there', async () => {
    const { address, ticket } = await departed(provider);
    const state = new URL(address).searchParams.get('state');
    const search = `error=access_denied&error_description=%3Cb%3E&state=${state}&iss=${encodeURIComponent(process.issuer)}`;
    const proof = await provider.returned(ticket, search)?.prove();
    expect(proof).toEqual({ kind: 'refused', reason: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' });
  });

  it('is believed by no answer that another issuer gave', async () => {
    const { ticket, search } = await signedIn('ana');
    const other = new URLSearchParams(search);
    other.set('iss', 'https://other.example.com');
    expect(await provider.returned(ticket, other.toString())?.prove()).toMatchObject({ kind: 'refused' });
  });

  it('lets nobody come back after ten minutes', async () => {
    let nowMs = Date.now();
    const slow = at(process.issuer, { now: () => nowMs });
    const { ticket, search } = await signedIn('ana', slow);
    nowMs += LIFETIMES.ticketMs + 1;
    expect(slow.returned(ticket, search)).toBeNull();
  });

  it('may be slow or gone when asked, and is asked again by the next one', async () => {
    const hasty = at(process.issuer, { timeoutMs: 1_000 });
    await process.delay(3_000);
    expect(await hasty.depart(ERRAND)).toEqual({ kind: 'silent', reason: 'OAUTH_TIMEOUT' });
    await process.delay(0);
    const { ticket, search } = await signedIn('ana', hasty);
    await process.delay(3_000);
    expect(await hasty.returned(ticket, search)?.prove()).toEqual({
      kind: 'silent',
      reason: 'OAUTH_TIMEOUT',
    });
    await process.delay(0);
    expect(await proofOf('ana', hasty)).toMatchObject({ kind: 'proven' });
  });

  it('may start after us', async () => {
    const port = await freePort();
    const early = at(`http://127.0.0.1:${port}`);
    expect(await early.depart(ERRAND)).toMatchObject({ kind: 'silent' });
    const late = await startProvider({ ...CLIENT, returnUrl: RETURN_URL, port });
    await late.say('eva', { email: 'eva@example.com', email_verified: true });
    const { ticket, search } = await signedIn('eva', early);
    const back = early.returned(ticket, search);
    await late.stop();
    expect(await back?.prove()).toMatchObject({ kind: 'silent' });
  });
});

it('keeps one look-up of its name under way, however many want to come in', async () => {
  let questions = 0;
  const names = createSteadyLookup(() => {
    questions += 1;
    return new Promise(() => undefined);
  });
  const dark = at('https://oscuro.invalid', { timeoutMs: 50, names });
  const asked = await systemLookups(async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect(await dark.depart(ERRAND)).toEqual({ kind: 'silent', reason: 'OAUTH_TIMEOUT' });
  });
  expect([questions, asked]).toEqual([1, []]);
});

describe('a provider that lies', () => {
  const liar = shared(() => openLyingProvider());
  afterAll(() => liar.close());

  async function proofAfter(lies: Lies) {
    const provider = at(liar.issuer);
    const { address, ticket } = await departed(provider);
    const asked = new URL(address).searchParams;
    liar.lie(asked.get('nonce') ?? '', lies);
    return provider.returned(ticket, `code=x&state=${asked.get('state')}`)?.prove();
  }

  it('is believed as long as it does not', async () => {
    expect(await proofAfter({})).toMatchObject({ kind: 'proven', claims: { subject: 'ana' } });
  });

  it.each<[string, Lies]>([
    ['another audience', { claims: { aud: 'otra' } }],
    ['several audiences and another party', { claims: { aud: ['sello', 'otra'], azp: 'otra' } }],
    ['another issuer', { claims: { iss: 'https://other.example.com' } }],
    ['the nonce of another sign-in', { claims: { nonce: 'x'.repeat(43) } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an end that has passed', { claims: { exp: 1 } }],
    ['no end', { claims: { exp: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject without end', { claims: { sub: 'a'.repeat(300) } }],
    ['somebody else’s signature', { isForged: true }],
    ['no signature', { isUnsigned: true }],
    [
      'the address of another subject',
      { claims: { email: undefined }, userInfo: { sub: 'otra', email: 'x@example.com' } },
    ],
    ['an error', { answer: { status: 400, body: '{"error":"invalid_client"}' } }],
    ['no tokens', { answer: { status: 200, body: '{}' } }],
    ['no JSON', { answer: { status: 200, body: '<html>' } }],
  ])('is not believed with %s', async (_, lies) => {
    expect(await proofAfter(lies)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^\w+$/) });
  });

  it('is silent with an error of its own', async () => {
    expect(await proofAfter({ answer: { status: 502, body: 'bad gateway' } })).toMatchObject({
      kind: 'silent',
    });
  });

  it('is no provider that calls itself another', async () => {
    liar.describe({ issuer: 'https://accounts.example.com' });
    expect(await at(liar.issuer).depart(ERRAND)).toMatchObject({ kind: 'silent' });
    liar.describe({});
  });

  it('is asked over TLS alone where it is not on this machine', async () => {
    liar.describe({ authorization_endpoint: undefined });
    expect(await at(liar.issuer).depart(ERRAND)).toMatchObject({ kind: 'silent' });
    liar.describe({});
    // An issuer over https is never asked without TLS, wherever it says that its tokens are.
    expect(await at(liar.issuer.replace('http:', 'https:')).depart(ERRAND)).toMatchObject({ kind: 'silent' });
  });
});
