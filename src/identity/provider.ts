import { type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Configuration, CustomFetch } from 'openid-client';
import { HOUR_MS } from '../core/calendar/spans.ts';
import { parseEmail } from '../core/identifiers/email.ts';
import { type SteadyLookup, steadyLookup } from '../names/steady-lookup.ts';
import type { IdentityProvider, ProviderClaims, Return } from '../operations/users/provider-ports.ts';
import { createTickets, type Journey } from './tickets.ts';

/** How an installation is known at its provider. */
export interface ProviderPlace {
  /** https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Where the provider sends the browser back to. */
  readonly returnUrl: string;
  /** Behind the tickets. */
  readonly secret: KeyObject;
  now(): number;
  /** For each request to the provider. */
  readonly timeoutMs?: number;
  /** How names are looked up; by the system unless given. */
  readonly names?: Pick<SteadyLookup, 'current'>;
}

/** Loaded with the first sign-in by a provider, which most installations do not have. */
const openid = () => import('openid-client');

/** Somebody is waiting before a browser. */
const TIMEOUT_MS = 5_000;
/** What the provider says of itself is read again so long after, because it may change. */
const KNOWN_FOR_MS = HOUR_MS;
const SCOPE = 'openid email profile';
/** OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255;

/**
 * A provider by OpenID Connect: the authorization code flow with PKCE, a state and a nonce, which hold for the browser that
 * has the ticket. What the provider says of itself is asked for when the first user wants to come in, and again by the next
 * where it did not answer, so that a node starts without it.
 */
export function createIdentityProvider(place: ProviderPlace): IdentityProvider {
  const { name, returnUrl, secret, now } = place;
  const tickets = createTickets(secret, now);
  const configured = createConfiguration(place);
  return {
    name,
    async depart(errand) {
      const { randomNonce, randomPKCECodeVerifier, randomState } = await openid();
      const journey = {
        errand,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      };
      try {
        const address = await addressFor(await configured(), returnUrl, journey);
        return { kind: 'departed', address, ticket: tickets.seal(journey) };
      } catch (error) {
        return { kind: 'silent', reason: reasonOf(error) };
      }
    },
    returned(ticket, search) {
      const opened = tickets.open(ticket);
      const state = new URLSearchParams(search).get('state') ?? '';
      if (opened === null || !isSame(state, opened.journey.state)) return null;
      const { journey, once } = opened;
      const address = new URL(`${returnUrl}?${search}`);
      return { errand: journey.errand, once, prove: () => prove(configured, address, journey) };
    },
  };
}

async function addressFor(
  configuration: Configuration,
  returnUrl: string,
  { state, nonce, verifier }: Journey,
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return address.href;
}

/** What the provider says of itself, asked for once by all who want it at a time. */
function createConfiguration(place: ProviderPlace): () => Promise<Configuration> {
  let known: { readonly endsAt: number; readonly configuration: Promise<Configuration> } | null = null;
  return async () => {
    const nowMs = place.now();
    if (known === null || known.endsAt < nowMs)
      known = { endsAt: nowMs + KNOWN_FOR_MS, configuration: discovered(place) };
    const asked = known;
    try {
      return await asked.configuration;
    } catch (error) {
      if (known === asked) known = null;
      throw error;
    }
  };
}

async function discovered({
  issuer,
  clientId,
  clientSecret,
  timeoutMs = TIMEOUT_MS,
  names = steadyLookup,
}: ProviderPlace): Promise<Configuration> {
  const client = await openid();
  const request = requesting(names);
  const server = new URL(issuer);
  const execute = server.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const timeout = timeoutMs / 1_000;
  const metadata = (
    await client.discovery(server, clientId, undefined, undefined, {
      execute,
      timeout,
      [client.customFetch]: request,
    })
  ).serverMetadata();
  // OpenID Connect Discovery 1.0, section 3: whoever names no method takes this one.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const { ClientSecretBasic, ClientSecretPost } = client;
  const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
  const configuration = new client.Configuration(
    metadata,
    clientId,
    clientSecret,
    authenticate(clientSecret),
  );
  for (const extend of execute) extend(configuration);
  configuration.timeout = timeout;
  configuration[client.customFetch] = request;
  // The signature of the ID token is checked although it comes from the provider's own connection.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * Requests whose host's name has just been found. Strangers begin them, and each that ended before its look-up would
 * leave that behind on a thread of the process.
 */
function requesting(names: Pick<SteadyLookup, 'current'>): CustomFetch {
  return async (url, options) => {
    const { signal } = options;
    const late = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => late.reject(signal.reason));
    const name = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
    const found = names.current(name).catch((cause: unknown) => {
      throw new TypeError('the name of the provider was not found', { cause });
    });
    await Promise.race([found, late.promise]);
    return fetch(url, { ...options, body: options.body ?? null });
  };
}

async function prove(
  configured: () => Promise<Configuration>,
  address: URL,
  { state, nonce, verifier }: Journey,
): ReturnType<Return['prove']> {
  try {
    const { authorizationCodeGrant, fetchUserInfo } = await openid();
    const configuration = await configured();
    const tokens = await authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) return { kind: 'refused', reason: 'no_id_token' };
    const { sub, iss } = idToken;
    if (sub === '' || sub.length > LONGEST_SUBJECT) return { kind: 'refused', reason: 'subject' };
    const hasRest =
      idToken['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const rest = hasRest ? await fetchUserInfo(configuration, tokens.access_token, sub) : idToken;
    return { kind: 'proven', claims: claimsOf({ issuer: iss, subject: sub }, rest) };
  } catch (error) {
    return { kind: isSilence(error) ? 'silent' : 'refused', reason: reasonOf(error) };
  }
}

function claimsOf(
  { issuer, subject }: Pick<ProviderClaims, 'issuer' | 'subject'>,
  rest: Readonly<Record<string, unknown>>,
): ProviderClaims {
  const { email, email_verified: isVerified } = rest;
  // Read before it is folded: other alphabets have letters that fold to ours.
  const read = typeof email === 'string' ? parseEmail(email) : null;
  const folded = read === null ? null : parseEmail(read.toLowerCase());
  return { issuer, subject, email: folded, isEmailVerified: isVerified === true };
}

/** Whether the provider said nothing, or nothing that it meant. */
function isSilence(error: unknown): boolean {
  if (reasonOf(error) === 'OAUTH_TIMEOUT') return true;
  const cause: unknown = Reflect.get(Object(error), 'cause');
  if (cause instanceof Response) return cause.status >= 500;
  return error instanceof TypeError || cause instanceof TypeError;
}

/** A word for the log, in which nothing of the provider's own text stands. */
function reasonOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
