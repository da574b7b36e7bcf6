import type { Clock } from './clock.ts';

export interface TransportOptions {
  /** Where the service listens, like `https://sello.example.com`, with http or https. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The limit of one try, in milliseconds. The service answers an issuance within its own budget, 25 seconds unless told otherwise. */
  readonly timeoutMs?: number | undefined;
  /** The limit of all tries of one call together, in milliseconds; Infinity goes on until the call is aborted. */
  readonly patienceMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly clock?: Clock | undefined;
}

/** Options that can be sent with. */
export interface CheckedOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly patienceMs: number;
}

const TIMEOUT_MS = 35_000;
const PATIENCE_MS = 120_000;
/** The longest that a timer can wait. */
export const LONGEST_MS = 2 ** 31 - 1;
/** What a header can carry after `Bearer`, and no key has a space. */
const KEY = /^[\x21-\x7e]+$/;

/**
 * Throws TypeError, which names the option and never shows the key, where no request could be sent: a client that cannot
 * send would report that no answer came.
 */
export function checkOptions({
  baseUrl,
  apiKey,
  timeoutMs = TIMEOUT_MS,
  patienceMs = PATIENCE_MS,
}: TransportOptions): CheckedOptions {
  if (typeof apiKey !== 'string' || !KEY.test(apiKey))
    throw new TypeError('apiKey: a key is printable ASCII without spaces or line breaks');
  if (!(timeoutMs >= 1 && timeoutMs <= LONGEST_MS))
    throw new TypeError(`timeoutMs: from 1 to ${LONGEST_MS} milliseconds, not ${timeoutMs}`);
  if (!(patienceMs >= 1)) throw new TypeError(`patienceMs: 1 millisecond or more, not ${patienceMs}`);
  return { baseUrl: checkedUrl(baseUrl), apiKey, timeoutMs, patienceMs };
}

function checkedUrl(baseUrl: string): string {
  const url = typeof baseUrl === 'string' && !/\s/.test(baseUrl) ? parsed(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl: an address with http:// or https://, not ${JSON.stringify(baseUrl)}`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl: an address without user, password, query and fragment');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export interface CallOptions {
  /**
   * Ends the call: it rejects at once with the signal's reason. What was sent may have arrived: a document may have been
   * issued or cancelled nevertheless, and repeating the call with the same reference tells.
   */
  readonly signal?: AbortSignal | undefined;
}
