import { createRequire } from 'node:module';
import type { Dispatcher } from 'undici';
import { steadyLookup } from '../names/steady-lookup.ts';
import type { BaseUrl } from './base-url.ts';

const require = createRequire(import.meta.url);
// The package as a whole brings a browser's fetch, caches and WebSockets, and takes twice the time and memory.
const Agent: typeof import('undici').Agent = require('undici/lib/dispatcher/agent.js');

/** One request to the authority; `timeoutMs` bounds it as a whole, the last byte of the answer included. */
export interface WireRequest {
  /** POST unless given; a GET carries no body. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/**
 * What became of a request. `unsent`: not one byte of its body was handed to a connection. `broken`: it may have
 * arrived, and no complete answer came; `status` and `body` are what was received until then.
 */
export type WireOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  | {
      readonly kind: 'broken';
      readonly reason: string;
      readonly status: number | null;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'unsent'; readonly reason: string };

/** The connections to one environment of the authority. */
export interface Wire {
  /** What companies share of them, so that a silent authority of one keeps no connection from others. */
  readonly shares: Shares;
  post(request: WireRequest): Promise<WireOutcome>;
  /** Lets requests under way finish and closes every connection; may be called again. */
  close(): Promise<void>;
}

/** The most that is read of an answer. Answers come uncompressed, so this is also what they can unfold to. */
const BODY_LIMIT_BYTES = 1_048_576;

const HEADER_LIMIT_BYTES = 16_384;

/** More connections than this wait, unsent, for a free one. */
const CONNECTIONS = 512;
/** Calls of all companies together; half of the connections, so that each company has one beyond them. */
const SHARED_CALLS = CONNECTIONS / 2;

/** Told of the instant by which the authority dates an answer (`Date`), in milliseconds, the moment its headers are here. */
export type OnDate = (dateMs: number) => void;

/**
 * Opens no connection yet; `timeoutMs` is how long one may take to open. Redirects are not followed: undici follows
 * none unless it is told to.
 */
export function createWire(base: BaseUrl, timeoutMs: number, onDate?: OnDate): Wire {
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: CONNECTIONS,
    maxHeaderSize: HEADER_LIMIT_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { rejectUnauthorized: true, timeout: timeoutMs, lookup: steadyLookup.lookup },
  });
  let closing: Promise<void> | null = null;
  return {
    shares: createShares(SHARED_CALLS),
    post: (request) => post({ agent, base, onDate }, request),
    close: () => {
      closing ??= agent.close();
      return closing;
    },
  };
}

async function post(
  way: { readonly agent: Dispatcher; readonly base: BaseUrl; readonly onDate?: OnDate | undefined },
  request: WireRequest,
): Promise<WireOutcome> {
  const { agent, base, onDate } = way;
  if (request.timeoutMs < 1) return { kind: 'unsent', reason: 'no time left' };
  return new Promise((resolve) => {
    const exchange = createExchange(request.timeoutMs, resolve, onDate);
    agent.dispatch(toOptions(base, request), exchange);
  });
}

function toOptions(base: BaseUrl, request: WireRequest): Dispatcher.DispatchOptions {
  const common = { origin: base.origin, path: `${base.prefix}${request.path}` };
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  if (request.method === 'GET') return { ...common, method: 'GET', headers };
  return { ...common, method: 'POST', headers, body: Buffer.from(request.body, 'utf8') };
}

/**
 * One request and what comes back. undici tells that a request starts once a connection stands, its TLS handshake
 * included, and before it writes the first byte: that it has not started is therefore the proof that nothing was sent,
 * whatever an error is called. A request that was given up before never starts, and none starts twice.
 */
function createExchange(
  timeoutMs: number,
  resolve: (outcome: WireOutcome) => void,
  onDate: OnDate = () => undefined,
): Dispatcher.DispatchHandler {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let status: number | null = null;
  let started: Dispatcher.DispatchController | null = null;
  let ended = false;
  const end = (outcome: WireOutcome): void => {
    ended = true;
    clearTimeout(timer);
    resolve(outcome);
  };
  const fail = (reason: string): void => {
    if (ended) return;
    if (started === null) end({ kind: 'unsent', reason });
    else end({ kind: 'broken', reason, status, body: Buffer.concat(chunks) });
    started?.abort(new Error(reason));
  };
  const timer = setTimeout(() => fail('time-out'), timeoutMs);
  return {
    onRequestStart(controller) {
      if (ended || started !== null) controller.abort(new Error('the request was given up'));
      else started = controller;
    },
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      const dateMs = Date.parse(String(headers['date']));
      if (!Number.isNaN(dateMs)) onDate(dateMs);
      const encoding = headers['content-encoding'] ?? 'identity';
      if (String(encoding).trim().toLowerCase() !== 'identity') fail('a compressed answer');
    },
    onResponseData(_controller, chunk) {
      if (ended) return;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BODY_LIMIT_BYTES) fail('an answer larger than 1 MB');
    },
    onResponseEnd() {
      if (ended) return;
      if (status === null) fail('an answer without a status');
      else end({ kind: 'answered', status, body: Buffer.concat(chunks) });
    },
    onResponseError: (_controller, error) => fail(describe(error)),
  };
}

/** An error by its code or name only: messages can quote what was sent. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code = 'code' in error ? String(error.code) : error.name;
  return /^\w{1,60}$/.test(code) ? code : 'unnamed error';
}

/** The promise's value, or `late` once the time is over. The promise itself goes on; its failure passes through. */
export async function within<T, L>(promise: Promise<T>, timeoutMs: number, late: L): Promise<T | L> {
  const clock = Promise.withResolvers<L>();
  const timer = setTimeout(() => clock.resolve(late), timeoutMs);
  try {
    return await Promise.race([promise, clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What companies share of something that each call takes one of. */
export interface Shares {
  /** Resolves with what gives it back, to be called once; null where the company's turn did not come within the time. */
  take(companyId: string, timeoutMs: number): Promise<(() => void) | null>;
}

interface Company {
  underWay: number;
  readonly waiting: Set<() => void>;
}

/**
 * A company may have as many as it leaves free: the first that floods half of all, the next half of the rest. The first
 * of each company is beyond that count, so that however many companies wait for an authority that answers them nothing,
 * the next one has its call. Companies take turns at what comes free.
 */
export function createShares(total: number): Shares {
  /** In the order of their turns. */
  const companies = new Map<string, Company>();
  let free = total;

  function of(companyId: string): Company {
    const company = companies.get(companyId) ?? { underWay: 0, waiting: new Set() };
    companies.set(companyId, company);
    return company;
  }

  function forgetIdle(companyId: string, { underWay, waiting }: Company): void {
    if (underWay === 0 && waiting.size === 0) companies.delete(companyId);
  }

  const mayBegin = ({ underWay }: Company): boolean => underWay === 0 || underWay < free;

  function begin(companyId: string, company: Company): () => void {
    company.underWay += 1;
    free -= 1;
    return () => {
      company.underWay -= 1;
      free += 1;
      forgetIdle(companyId, company);
      callNext();
    };
  }

  /** Whoever is called goes to the end, where this loop may come to it again. */
  function callNext(): void {
    for (const [companyId, company] of companies) {
      const [next] = company.waiting;
      if (next === undefined || !mayBegin(company)) continue;
      companies.delete(companyId);
      companies.set(companyId, company);
      next();
    }
  }

  return {
    async take(companyId, timeoutMs) {
      const company = of(companyId);
      if (company.waiting.size === 0 && mayBegin(company)) return begin(companyId, company);
      return new Promise((resolve) => {
        const call = () => {
          clearTimeout(timer);
          company.waiting.delete(call);
          resolve(begin(companyId, company));
        };
        const timer = setTimeout(() => {
          company.waiting.delete(call);
          forgetIdle(companyId, company);
          resolve(null);
        }, timeoutMs);
        company.waiting.add(call);
      });
    },
  };
}
