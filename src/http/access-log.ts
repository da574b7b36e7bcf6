import type { FastifyReply, FastifyRequest } from 'fastify';

/** One line a request: where from, what, and how it went; no header, body, reference or token. */
export function logAccess(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({
    event: 'request',
    from: request.ip,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
  });
}
