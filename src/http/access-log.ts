import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../operations/access/ports.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';

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
  /** The code of the error that was answered. */
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
