import { CLOCK, type Clock, withDeadline } from './clock.ts';
import { NoAnswer, RequestRefused } from './failure.ts';
import { type CheckedOptions, checkOptions, LONGEST_MS, type TransportOptions } from './options.ts';
import { type Reading, refusalIn } from './readings.ts';

export interface Call<T> {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly read: Reading<T>;
  /** Whether two of them would do a thing twice, or work side by side: then a try has all the time, and what may have arrived is not sent again. */
  readonly isOnce?: boolean | undefined;
  /** The caller's own, which ends the call. */
  readonly signal?: AbortSignal | undefined;
}

export type Transport = <T>(call: Call<T>) => Promise<T>;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** What a request consists of, the same in every try. */
interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * What a try tells: the answer; nothing to rely on yet, so try again; or that something else keeps the request away. Of what
 * was turned away nothing was done.
 */
type Told<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'again'; readonly reason: string; readonly afterMs: number; readonly turnedAway?: true }
  | { readonly kind: 'kept_away'; readonly reason: string };

/**
 * Sends a call until it is answered, byte for byte the same each time: the reference of what issues makes that safe, as
 * nothing is changed by what only reads. Tries again after 5xx, 408, 425, 429, answers that are not the service's, and whatever
 * the network does; never sooner than the service asks for. What is to be sent once is sent again only where the service was
 * too busy to begin. Throws RequestRefused, NoAnswer and the reason of the call's signal; TypeError for options without use.
 */
export function createTransport(options: TransportOptions): Transport {
  const checked = checkOptions(options);
  const { clock = CLOCK, fetch = globalThis.fetch } = options;
  return async (call) => {
    const request = requestOf(checked, call);
    const untilMs = clock.now() + checked.patienceMs;
    for (let tries = 1; ; tries += 1) {
      call.signal?.throwIfAborted();
      const timeoutMs = Math.min(call.isOnce ? LONGEST_MS : checked.timeoutMs, untilMs - clock.now());
      const told = await tryOnce(call, request, { timeoutMs, fetch });
      if (told.kind === 'answered') return told.answer;
      const isOver = told.kind === 'kept_away' || (call.isOnce === true && told.turnedAway !== true);
      if (isOver) throw new NoAnswer(tries, told.reason);
      const pauseMs = Math.max(backOff(tries, clock), told.afterMs);
      if (clock.now() + pauseMs >= untilMs) throw new NoAnswer(tries, told.reason);
      await clock.sleep(pauseMs, call.signal);
    }
  };
}

/** Half of the pause is chance, so that many callers do not come back together. */
function backOff(tries: number, clock: Clock): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return (pauseMs * (1 + clock.random())) / 2;
}

function requestOf<T>({ baseUrl, apiKey }: CheckedOptions, { method, path, body }: Call<T>): PreparedRequest {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json, application/pdf' };
  const url = baseUrl + path;
  if (body === undefined) return { url, init: { method, headers } };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { url, init: { method, headers: typed, body: JSON.stringify(body) } };
}

async function tryOnce<T>(
  call: Call<T>,
  { url, init }: PreparedRequest,
  { timeoutMs, fetch }: { readonly timeoutMs: number; readonly fetch: typeof globalThis.fetch },
): Promise<Told<T>> {
  const { signal } = call;
  try {
    const heard = await withDeadline({ timeoutMs, signal }, async (ending) => {
      const response = await fetch(url, { ...init, signal: ending, redirect: 'error' });
      const { status, headers } = response;
      return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
    });
    return judge(call, heard);
  } catch (error) {
    if (error instanceof RequestRefused) throw error;
    signal?.throwIfAborted();
    return { kind: 'again', reason: reasonOf(error), afterMs: 0 };
  }
}

/** What the network says lies one deeper than the message of fetch. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

/** Throws RequestRefused where the service itself refuses. */
function judge<T>(
  { read }: Call<T>,
  {
    status,
    headers,
    bytes,
  }: { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array },
): Told<T> {
  const contentType = headers.get('content-type') ?? '';
  const answer = status === 200 ? read({ contentType, bytes, link: headers.get('link') }) : null;
  if (answer !== null) return { kind: 'answered', answer };
  const reason = `status ${status} and no answer of Sello's (${contentType || 'no type'}, ${bytes.length} bytes)`;
  if (status < 400) return { kind: 'again', reason, afterMs: 0 };
  const refusal = refusalIn(bytes);
  if (mayPass(status)) {
    const again = { kind: 'again', reason: `status ${status}`, afterMs: retryAfterMs(headers) } as const;
    return status === 429 || refusal?.code === 'busy' ? { ...again, turnedAway: true } : again;
  }
  if (refusal === null) return { kind: 'kept_away', reason };
  throw new RequestRefused(status, refusal);
}

/** Request Timeout, Too Early, Too Many Requests, and whatever happens to a server. */
function mayPass(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Zero where the answer asks for nothing. */
function retryAfterMs(headers: Headers): number {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
}
