import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import { type AccessParts, admit } from './access.ts';
import type { App } from './app.ts';
import { type Headers, headersForStrangers } from './rate-headers.ts';
import { readRest } from './rest-of-body.ts';

/** A request that no route gets to see, with the response that waits for its answer. */
export interface UnroutableRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly refusal: Refusal;
}

/**
 * Answers a request that no route gets to see in the one shape of all errors. Whoever brings a key is judged and counted
 * like everybody else.
 */
export async function answerUnroutable(
  parts: AccessParts,
  { request, response, refusal }: UnroutableRequest,
  nowMs: number,
): Promise<void> {
  const judged = await judge(parts, request.headers.authorization, refusal);
  const { body, headers } = answerOf(judged.refusal, nowMs);
  const connection = (await readRest(request)) ? {} : { connection: 'close' };
  response.writeHead(judged.refusal.status, { ...headers, ...judged.headers, ...connection }).end(body);
}

async function judge(
  parts: AccessParts,
  authorization: string | undefined,
  refusal: Refusal,
): Promise<{ readonly refusal: Refusal; readonly headers: Headers }> {
  if (authorization === undefined) return { refusal, headers: {} };
  try {
    const admission = await admit(parts, authorization);
    return { refusal, ...admission };
  } catch {
    return { refusal: refuse('internal_error'), headers: {} };
  }
}

/** An address that cannot be decoded is malformed; one whose last part is longer than any reference leads nowhere. */
export function refusalOfAddress(code: string): Refusal {
  return refuse(code === 'FST_ERR_BAD_URL' ? 'malformed_request' : 'path_not_found');
}

/** Answers what Node would answer by itself, without our headers or not at all: an unknown `Expect`, and a CONNECT. */
export function answerBesideRoutes(app: App, parts: AccessParts, now: () => number): void {
  app.server.on('checkExpectation', (request, response) => {
    void answerUnroutable(parts, { request, response, refusal: refuse('malformed_request') }, now());
  });
  app.server.on('connect', (_request, socket) => {
    socket.end(brokenAnswer(now()));
  });
}

/**
 * Answers bytes that are no HTTP request, or one that came too slowly or with too many headers, in the one shape of
 * all errors, and closes the connection.
 */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  nowMs: number,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(brokenAnswer(nowMs));
  socket.destroy(error);
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
