import type { FastifyRequest } from 'fastify';
import { refuse } from '../core/refusals/refusal.ts';
import { mostItemsOf } from '../schema/schema-reading.ts';
import type { App } from './app.ts';
import { asMeant } from './as-meant.ts';
import { RefusedBody, RefusedRequest } from './errors.ts';
import { readJsonBody } from './json-body.ts';
import { isLarge, LargeBody } from './large-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request without a body, whatever type it claims to have, is as good as one with `null`. */
    readonly bodyMayBeEmpty?: boolean;
  }
}

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
    const schema = request.routeOptions.schema?.body;
    const reading = readJsonBody(body, (field) => mostItemsOf(schema, field));
    if (reading.kind === 'refused') throw new RefusedBody(reading, body);
    return asMeant(reading, schema);
  });
}
