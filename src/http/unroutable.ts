import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError } from 'fastify';
import { type Refusal, refuse } from '../core/refusals/refusal.ts';
import { headersForStrangers } from './rate-headers.ts';

/** An address that cannot be decoded is malformed; one whose last part is longer than any reference leads nowhere. */
export function answerUnroutable(error: FastifyError, response: ServerResponse, nowMs: number): void {
  const refusal = refuse(error.code === 'FST_ERR_BAD_URL' ? 'malformed_request' : 'path_not_found');
  const { body, headers } = answerOf(refusal, nowMs);
  response.writeHead(refusal.status, headers).end(body);
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
