import type { ApiError } from './answers.ts';
import { NoAnswer, RequestRefused } from './failure.ts';

/** Time, which a test replaces. Milliseconds. */
export interface Clock {
  now(): number;
  sleep(delayMs: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export interface TransportOptions {
  /** Where the service listens, like `https://sello.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Of one try. The service answers an issuance within its own budget, 25 seconds unless told otherwise. */
  readonly timeoutMs?: number;
  /** Of all tries of one call together. */
  readonly patienceMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
}

/** What came back with a status of 200. */
export interface Received {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export type Transport = (call: Call) => Promise<Received>;

/** Another type with a good status comes from something in between. */
const OUR_TYPES = /^application\/(?:json|pdf)\b/;
const TIMEOUT_MS = 35_000;
const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  random: Math.random,
};

/** Nothing to rely on yet: try again, after so long where the service says how long. */
interface Again {
  readonly kind: 'again';
  readonly reason: string;
  readonly afterMs: number | null;
}

/**
 * Sends a call until it is answered, byte for byte the same each time: its reference makes that safe. Tries again after
 * 5xx, 429 (as long as the service asks for) and whatever the network does. Throws RequestRefused and NoAnswer.
 */
export function createTransport(options: TransportOptions): Transport {
  const { patienceMs = PATIENCE_MS, clock = CLOCK } = options;
  return async (call) => {
    const request = requestOf(options, call);
    const untilMs = clock.now() + patienceMs;
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(options, request);
      if (outcome.kind === 'received') return outcome;
      const pauseMs = outcome.afterMs ?? backOff(tries, clock);
      if (clock.now() + pauseMs > untilMs) throw new NoAnswer(tries, outcome.reason);
      await clock.sleep(pauseMs);
    }
  };
}

/** Half of the pause is chance, so that many callers do not come back together. */
function backOff(tries: number, clock: Clock): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return (pauseMs * (1 + clock.random())) / 2;
}

interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function requestOf({ baseUrl, apiKey }: TransportOptions, { method, path, body }: Call): PreparedRequest {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json, application/pdf' };
  const url = baseUrl.replace(/\/+$/, '') + path;
  if (body === undefined) return { url, init: { method, headers } };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { url, init: { method, headers: typed, body: JSON.stringify(body) } };
}

async function tryOnce(
  { timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch }: TransportOptions,
  { url, init }: PreparedRequest,
): Promise<Again | (Received & { readonly kind: 'received' })> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { ...init, signal, redirect: 'error' });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return { kind: 'again', reason: error instanceof Error ? error.message : String(error), afterMs: null };
  }
  const { status, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  if (status === 200 && OUR_TYPES.test(contentType)) return { kind: 'received', contentType, bytes };
  if (status < 400) return { kind: 'again', reason: `status ${status}, ${contentType}`, afterMs: null };
  if (status === 429 || status >= 500)
    return { kind: 'again', reason: `status ${status}`, afterMs: retryAfterMs(headers) };
  throw new RequestRefused(status, refusalIn(bytes, status));
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null;
}

/** What the service says; something else in between may answer in its own words. */
function refusalIn(bytes: Uint8Array, status: number): ApiError {
  const value = parse(new TextDecoder().decode(bytes));
  return isApiError(value) ? value : { code: 'unknown', detail: `HTTP ${status}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'detail' in value && 'code' in value;
}
