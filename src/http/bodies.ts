import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { refuse, refuseProblems } from '../core/refusals/refusal.ts';
import { asMeant, readJsonBody } from '../requests/json-body.ts';
import { firstProblemIn } from '../schema/check.ts';
import { mostItemsOf } from '../schema/schema-reading.ts';
import type { App } from './app.ts';
import { RefusedBody, RefusedRequest } from './errors.ts';
import { isLarge, LargeBody } from './large-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request without a body, whatever type it claims to have, is as good as one with `null`. */
    readonly bodyMayBeEmpty?: boolean;
    /** The schema that a body is read and judged by, where the route takes several kinds of them; else its only one. */
    readonly bodySchemaOf?: (body: unknown) => unknown;
  }
}

/**
 * A larger body is refused at its first mistake. The 37,000 mistakes that this size has room for are collected in 4 ms;
 * the 206,000 of 1.5 MB would take 18 ms, a fifth of the time that such a body takes.
 */
export const ALL_PROBLEMS_BYTES = 256 * 1024;

/**
 * The bytes of a request body, read as strictly as a document that will be signed deserves, and as generously as costs
 * nothing; with `sharesLarge` a large one is left for another thread to read.
 */
export function acceptJsonOnly(app: App, sharesLarge: boolean): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0 && request.routeOptions.config.bodyMayBeEmpty === true) return null;
    const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    const compressed = (request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
    if (type !== 'application/json' || compressed)
      throw new RefusedRequest(refuse('unsupported_content_type'));
    if (sharesLarge && isLarge(request, body)) return new LargeBody(body);
    const { schema: described, config } = request.routeOptions;
    const reading = readJsonBody(body, (field) => mostItemsOf(described?.body, field));
    if (reading.kind === 'refused') throw new RefusedBody(reading, body);
    const schema = config.bodySchemaOf?.(reading.value) ?? described?.body;
    const meant = asMeant(reading, schema);
    const first = body.length > ALL_PROBLEMS_BYTES ? firstProblemIn(meant, schema) : null;
    if (first !== null) throw new RefusedBody(refuseProblems([first]), body);
    return meant;
  });
}

/** What is read of a body that nobody wants, and for how long. */
export interface Patience {
  readonly bytes: number;
  readonly forMs: number;
  /** Without another byte. */
  readonly silentMs: number;
}

/** A dozen times what any request may hold, and half of what a request may take. */
const PATIENCE: Patience = { bytes: 64 * 1024 * 1024, forMs: 30_000, silentMs: 3_000 };

/**
 * Reads and drops what a caller has still to send, so that the answer reaches also one that writes everything before it
 * reads anything: a connection that is closed with bytes unread is reset, and the answer with it. False where it is more
 * than the patience bears; then the connection has to be closed.
 */
export function readRest(
  request: IncomingMessage,
  { bytes, forMs, silentMs }: Patience = PATIENCE,
): Promise<boolean> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = bytes;
    const stop = (whole: boolean) => {
      clearTimeout(timer);
      clearTimeout(silence);
      request.off('data', count).off('end', atEnd).off('close', atEnd);
      if (!whole) request.pause();
      resolve(whole);
    };
    const atEnd = () => stop(true);
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      silence.refresh();
      if (left < 0) stop(false);
    };
    const timer = setTimeout(() => stop(false), forMs);
    const silence = setTimeout(() => stop(false), silentMs);
    request.on('data', count).once('end', atEnd).once('close', atEnd).resume();
  });
}
