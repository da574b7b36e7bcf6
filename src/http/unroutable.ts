import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import { holding } from '../operations/access/holding.ts';
import type { Caller } from '../operations/access/ports.ts';
import type { Clock } from '../operations/documents/ports.ts';
import { type AccessParts, admit } from './access.ts';
import { type AccessLog, onceAnswered } from './access-log.ts';
import type { App } from './app.ts';
import { readRest } from './bodies.ts';
import { peerAddress } from './caller-address.ts';
import { type Headers, headersForStrangers } from './rate-headers.ts';

/** A request that no route gets to see, with the response that waits for its answer. */
export interface UnroutableRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly refusal: Refusal;
  /** Whether the caller holds its body back until it is answered. */
  readonly withholds?: boolean;
}

/** What answering beside the routes takes. */
export interface Door {
  readonly access: AccessParts;
  readonly accessLog: AccessLog;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/**
 * Answers a request that no route gets to see in the one shape of all errors. Whoever brings a key is judged and counted
 * like everybody else.
 */
export async function answerUnroutable(
  { access, accessLog, clock }: Door,
  { request, response, refusal, withholds = false }: UnroutableRequest,
): Promise<void> {
  const [from, startedMs] = [access.addressOf(request), clock.monotonic()];
  const judged = await judge(access, request, refusal);
  const { body, headers } = answerOf(judged.refusal, clock.now());
  const { status, code } = judged.refusal;
  onceAnswered(response, (outcome) => {
    const durationMs = clock.monotonic() - startedMs;
    const { caller } = judged;
    accessLog.enter({ from, method: methodOf(request), route: null, durationMs, caller, code, ...outcome });
  });
  const connection = !withholds && (await readRest(request)) ? {} : { connection: 'close' };
  response.writeHead(status, { ...headers, ...judged.headers, ...connection }).end(body);
}

async function judge(
  parts: AccessParts,
  request: IncomingMessage,
  refusal: Refusal,
): Promise<{
  readonly refusal: Refusal;
  readonly headers: Headers;
  readonly caller: Pick<Caller, 'companyId' | 'keyId'> | null;
}> {
  if (request.headers.authorization === undefined) return { refusal, headers: {}, caller: null };
  try {
    return { refusal, ...(await holding((holder) => admit(parts, { request, holder, read: null }))) };
  } catch {
    return { refusal: refuse('internal_error'), headers: {}, caller: null };
  }
}

/** An address that cannot be decoded is malformed; any other that the framework refuses leads nowhere. */
export function refusalOfAddress(code: string): Refusal {
  return refuse(code === 'FST_ERR_BAD_URL' ? 'malformed_request' : 'path_not_found');
}

/** Answers what Node would answer by itself, without our headers or not at all: an unknown `Expect`, and a CONNECT. */
export function answerBesideRoutes(app: App, door: Door): void {
  app.server.on('checkExpectation', (request, response) => {
    const refusal = refuse('malformed_request');
    void answerUnroutable(door, { request, response, refusal, withholds: true });
  });
  app.server.on('connect', (request, socket) => {
    enterBroken(door, { from: door.access.addressOf(request), method: methodOf(request) });
    sayAndClose(socket, brokenAnswer(door.clock.now()));
  });
}

/** Until the other end has taken the answer. */
const FAREWELL_MS = 2_000;

/** Ends a connection that Node has handed over: nobody else listens to its errors, or ever closes it. */
function sayAndClose(socket: Duplex, answer: string): void {
  const timer = setTimeout(() => socket.destroy(), FAREWELL_MS);
  socket
    .on('error', () => socket.destroy())
    .once('close', () => clearTimeout(timer))
    .resume()
    .end(answer);
}

/**
 * Answers bytes that are no HTTP request, or one that came too slowly or with too many headers, in the one shape of
 * all errors, and closes the connection.
 */
export function answerBrokenRequest(
  door: Door,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    enterBroken(door, { from: peerAddress(socket), method: UNKNOWN });
    socket.write(brokenAnswer(door.clock.now()));
  }
  socket.destroy(error);
}

/** Stands for the method of a request that broke before it could be read. */
const UNKNOWN = 'unknown';

function methodOf({ method = UNKNOWN }: IncomingMessage): string {
  return method;
}

function enterBroken({ accessLog }: Door, request: { readonly from: string; readonly method: string }): void {
  const { status, code } = refuse('malformed_request');
  accessLog.enter({ ...request, route: null, status, durationMs: 0, caller: null, code });
}

function brokenAnswer(nowMs: number): string {
  const { body, headers } = answerOf(refuse('malformed_request'), nowMs);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return ['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n');
}

function answerOf({ detail, code }: Refusal, nowMs: number) {
  const body = JSON.stringify({ detail, code });
  const headers = {
    ...headersForStrangers(nowMs),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  return { body, headers };
}
