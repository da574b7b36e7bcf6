import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../operations/access/ports.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';

/** What is told in place of an answer where the caller left before all of it was sent. No caller ever reads it. */
const CALLER_LEFT = { status: 499, code: 'caller_left' } as const;

/** Calls once, when a response has ended, with what became of it. */
export function onceAnswered(
  response: ServerResponse,
  tell: (outcome: { readonly status: number; readonly code?: 'caller_left' }) => void,
): void {
  const end = () => tell(response.writableFinished ? { status: response.statusCode } : CALLER_LEFT);
  if (response.closed) end();
  else response.once('close', end);
}

/** What is told of an answered request: no header, body, reference or token. */
export interface Answered {
  /** The caller's address. */
  readonly from: string;
  readonly method: string;
  /** As it is registered; null where no route saw the request. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Null for somebody without a valid key. */
  readonly caller: Pick<Caller, 'companyId' | 'keyId'> | null;
  /** The code of the error that was answered, or that the caller left. */
  readonly code: string | null;
}

/** The book in which every answered request is entered: one line of the log, and one count. */
export interface AccessLog {
  /** `logger` is the request's own where it has one, which tells its other lines apart. */
  enter(answered: Answered, logger?: FastifyBaseLogger): void;
}

/** Requests that no route saw count as one, so that what callers write makes no measures. */
export function createAccessLog({
  logger: common,
  meter,
}: {
  readonly logger: FastifyBaseLogger;
  readonly meter: Meter;
}): AccessLog {
  return {
    enter({ caller, durationMs, from, method, status, code, ...answered }, logger = common) {
      const route = answered.route ?? 'unknown';
      logger.info({
        event: 'request',
        from,
        method,
        route,
        status,
        code,
        company_id: caller?.companyId ?? null,
        key_id: caller?.keyId ?? null,
        duration_ms: Math.round(durationMs),
      });
      meter.request({ route, method, status, durationMs });
    },
  };
}
