import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import type { BaseUrl } from './base-url.ts';
import { within } from './deadline.ts';

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
  post(request: WireRequest): Promise<WireOutcome>;
  /** Lets requests under way finish and closes every connection; may be called again. */
  close(): Promise<void>;
}

/** The most that is read of an answer. Answers come uncompressed, so this is also what they can unfold to. */
const BODY_LIMIT_BYTES = 1_048_576;

const HEADER_LIMIT_BYTES = 16_384;

/** More connections than this wait, unsent, for a free one. */
const CONNECTIONS = 256;

interface Progress {
  bodyTaken: boolean;
  abandoned: boolean;
  status: number | null;
  bytes: number;
  readonly chunks: Uint8Array[];
}

/**
 * Opens no connection yet; `timeoutMs` is how long one may take to open. Redirects are not followed: undici follows
 * none unless it is told to.
 */
export function createWire(base: BaseUrl, timeoutMs: number): Wire {
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: CONNECTIONS,
    maxHeaderSize: HEADER_LIMIT_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { rejectUnauthorized: true, timeout: timeoutMs },
  });
  let closing: Promise<void> | null = null;
  return {
    post: (request) => post(agent, base, request),
    close: () => {
      closing ??= agent.close();
      return closing;
    },
  };
}

/** undici heeds an abort only once a connection stands, so the deadline is kept here and not by its signal. */
async function post(agent: Agent, base: BaseUrl, request: WireRequest): Promise<WireOutcome> {
  if (request.timeoutMs < 1) return { kind: 'unsent', reason: 'no time left' };
  const progress: Progress = { bodyTaken: false, abandoned: false, status: null, bytes: 0, chunks: [] };
  const controller = new AbortController();
  const exchange = attempt(
    agent,
    toOptions(base, request, { progress, signal: controller.signal }),
    progress,
  );
  const outcome = await within(exchange, request.timeoutMs, null);
  if (outcome !== null) return outcome;
  progress.abandoned = true;
  controller.abort();
  return failed('time-out', progress);
}

function toOptions(
  base: BaseUrl,
  request: WireRequest,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Dispatcher.RequestOptions {
  const common = { origin: base.origin, path: `${base.prefix}${request.path}`, signal };
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  if (request.method === 'GET') return { ...common, method: 'GET', headers };
  const bytes = Buffer.from(request.body, 'utf8');
  return {
    ...common,
    method: 'POST',
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: Readable.from(takeBody(bytes, progress), { objectMode: false }),
  };
}

async function attempt(
  agent: Agent,
  options: Dispatcher.RequestOptions,
  progress: Progress,
): Promise<WireOutcome> {
  try {
    const response = await agent.request(options);
    const failure = await receive(response, progress);
    return failure === null ? answered(response.statusCode, progress) : failed(failure, progress);
  } catch (error) {
    return failed(describe(error), progress);
  }
}

/**
 * The body as a stream that is first read once a connection stands, its TLS handshake included. That nobody has
 * read it is therefore the proof that nothing was sent, whatever the error is called; and a request given up
 * before that never gives its body away.
 */
function* takeBody(bytes: Buffer, progress: Progress): Generator<Buffer> {
  if (progress.abandoned) throw new Error('the request was given up');
  progress.bodyTaken = true;
  yield bytes;
}

async function receive(response: Dispatcher.ResponseData, progress: Progress): Promise<string | null> {
  progress.status = response.statusCode;
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (String(encoding).trim().toLowerCase() !== 'identity') {
    response.body.on('error', () => undefined).destroy();
    return 'a compressed answer';
  }
  for await (const chunk of response.body) {
    progress.chunks.push(chunk);
    progress.bytes += chunk.length;
    if (progress.bytes > BODY_LIMIT_BYTES) return 'an answer larger than 1 MB';
  }
  return null;
}

function answered(status: number, progress: Progress): WireOutcome {
  return { kind: 'answered', status, body: Buffer.concat(progress.chunks) };
}

function failed(reason: string, progress: Progress): WireOutcome {
  if (!progress.bodyTaken) return { kind: 'unsent', reason };
  return { kind: 'broken', reason, status: progress.status, body: Buffer.concat(progress.chunks) };
}

/** An error by its code or name only: messages can quote what was sent. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code = 'code' in error ? String(error.code) : error.name;
  return /^\w{1,60}$/.test(code) ? code : 'unnamed error';
}
