import type { FastifyBaseLogger } from 'fastify';

/** A line of the log, by the names of its fields. */
export type Line = Readonly<Record<string, unknown>>;

/** A logger that keeps what it is told, of every level, in this list. */
export function recorderOf(lines: Line[]): FastifyBaseLogger {
  const keep = (line: unknown) => {
    if (typeof line === 'object' && line !== null) lines.push({ ...line });
  };
  const logger: FastifyBaseLogger = {
    level: 'trace',
    child: () => logger,
    fatal: keep,
    error: keep,
    warn: keep,
    info: keep,
    debug: keep,
    trace: keep,
    silent: () => undefined,
  };
  return logger;
}
